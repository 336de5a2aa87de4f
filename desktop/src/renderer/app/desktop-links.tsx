import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { toast } from '@openauth/ui/toaster'
import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { matchPath, useNavigate } from 'react-router-dom'
import type { ServerProfile } from '../../ipc.ts'
import { serverQuery, serversQuery } from '../api/queries.ts'
import { callMain } from '../api/transport.ts'
import { useServers } from '../features/server/use-switch-server.ts'
import { t, useTranslate } from '../i18n/i18n.ts'
import { screens } from './routes.tsx'

/** Whether a link names one of the console's screens. */
export const isScreen = (path: string): boolean => screens.some((screen) => matchPath(screen.path, path) !== null)

/** What a link asks for: a screen here, one of another server of the list, or nothing that there is. */
type Wish = { path: string; server?: ServerProfile } | { problem: string }

/** Takes the link that the system gave to the program, if there is one. */
const takeWish = async (queryClient: QueryClient): Promise<Wish | undefined> => {
  const link = await callMain('link.take')
  if (!link) return undefined
  const { path, server: address } = link
  if (path === null || !isScreen(path)) return { problem: t('desktop.linkUnknown') }
  const current = await queryClient.fetchQuery(serverQuery)
  if (address === null || address === current.address) return { path }
  const servers = await queryClient.fetchQuery(serversQuery)
  const server = servers.find((known) => known.address === address)
  return server ? { path, server } : { problem: t('desktop.linkOtherServer', { address }) }
}

interface Asked {
  path: string
  server: ServerProfile
}

const useLinks = (ask: (asked: Asked) => void) => {
  const queryClient = useQueryClient()
  const navigate = useNavigate()
  useEffect(() => {
    const follow = async () => {
      const wish = await takeWish(queryClient)
      if (!wish) return
      if ('problem' in wish) toast.warning(wish.problem)
      else if (wish.server) ask({ path: wish.path, server: wish.server })
      else await navigate(wish.path)
    }
    void follow()
    return window.openauth?.listen((event) => {
      if (event === 'link') void follow()
    })
  }, [queryClient, navigate, ask])
}

/** Follows links to screens. A link never changes the server without a question, and nothing else at all. */
export const DesktopLinks = () => {
  const t = useTranslate()
  const [asked, setAsked] = useState<Asked>()
  // A question that is open stays as it is: a second link must not change it under the pointer.
  const ask = useCallback((next: Asked) => setAsked((current) => current ?? next), [])
  const { switchTo } = useServers()
  useLinks(ask)
  if (!asked) return null
  const { path, server } = asked
  return (
    <ConfirmDialog
      title={t('desktop.linkTitle', { name: server.name })}
      description={t('desktop.linkReason', { address: server.address })}
      confirmLabel={t('desktop.linkOpen')}
      isDanger={false}
      open
      onOpenChange={(open) => (open ? undefined : setAsked(undefined))}
      onConfirm={() => switchTo(server.address, path)}
    />
  )
}
