import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import Server from 'lucide-react/icons/server'
import { useNavigate } from 'react-router-dom'
import type { ServerProfile } from '../../../ipc.ts'
import { serverQuery, serversQuery } from '../../api/queries.ts'
import { clearQueries } from '../../api/query-client.ts'
import { hasEnded } from '../../api/session-end.ts'
import { callMain } from '../../api/transport.ts'
import type { Command } from '../../navigation/commands.ts'
import { useTranslate } from '../../i18n/i18n.ts'

/** The page of the servers, with the one to use: the page it is left for asks about unsaved changes first. */
export interface ServerPageState {
  use?: string
  /** The screen to show there. */
  path?: string
}

/** Uses a server from now on; what was cached of the one before is dropped. */
export const useSetServer = (path = '/') => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  return useMutation({
    mutationFn: (input: { address: string; name?: string | undefined }) => callMain('server.set', input),
    onSuccess: async (server) => {
      hasEnded.set(false)
      clearQueries(queryClient)
      queryClient.setQueryData(serverQuery.queryKey, server)
      await queryClient.invalidateQueries({ queryKey: serversQuery.queryKey })
      await navigate(path, { replace: true })
    },
  })
}

/** The list of servers, the one in use, and how to go to another. Empty in a browser. */
export const useServers = () => {
  const navigate = useNavigate()
  const servers = useQuery(serversQuery).data ?? []
  const address = useQuery(serverQuery).data?.address ?? null
  const switchTo = (use: string, path?: string) => {
    const state: ServerPageState = path === undefined ? { use } : { use, path }
    void navigate('/server', { state })
  }
  return { servers, current: servers.find((server) => server.address === address), switchTo }
}

/** A command for each other server, and one for their list. */
export const useServerCommands = (): Command[] => {
  const t = useTranslate()
  const navigate = useNavigate()
  const { servers, current, switchTo } = useServers()
  if (servers.length === 0) return []
  const commandOf = ({ address, name }: ServerProfile): Command => ({
    id: `server ${address}`,
    title: t('server.switch', { name }),
    hint: address,
    icon: Server,
    run: () => switchTo(address),
  })
  const list = { id: 'servers', title: t('server.manage'), icon: Server, run: () => void navigate('/server') }
  return [...servers.filter((server) => server !== current).map(commandOf), list]
}
