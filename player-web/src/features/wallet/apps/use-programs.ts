import { ApiError, type ConnectedApp, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { errorText } from '../../../session/login/error-text.ts'
import { useCallQueries } from '../../../session/queries.ts'

const tables = { connectedApps: endpoints.connectedApps }

/** The programs that this user logged in to with the account. */
export const usePrograms = () => {
  const { profile } = useOpenAuth()
  const queries = useCallQueries(tables)
  return useQuery({ ...queries.connectedApps.list(), enabled: profile !== null })
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'connected_app_not_found'

/** Ends a program's access. One that has ended meanwhile counts as success. */
export const useRevokeProgram = () => {
  const { callsOf } = useOpenAuth()
  const queryClient = useQueryClient()
  const { queryKey } = useCallQueries(tables).connectedApps.list()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ clientId }: ConnectedApp) => {
      await callsOf(tables)
        .connectedApps.revoke({ clientId })
        .catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
    },
    onSuccess: (_, { clientId, name }) => {
      queryClient.setQueryData<ConnectedApp[]>(queryKey, (all) => all?.filter((each) => each.clientId !== clientId))
      notify.success(t('apps.disconnected', { origin: name }))
    },
    onError: (error) => notify.error(errorText(error)),
  })
}
