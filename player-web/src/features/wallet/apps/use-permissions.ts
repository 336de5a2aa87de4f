import { ApiError, type DappPermission, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { useCallQueries } from '../../../session/queries.ts'
import { errorText } from '../../../session/login/error-text.ts'

const tables = { dappPermissions: endpoints.dappPermissions }

/** The dapps that may see this user's address. */
export const usePermissions = () => {
  const { profile } = useOpenAuth()
  const queries = useCallQueries(tables)
  return useQuery({
    ...queries.dappPermissions.list(),
    enabled: profile !== null,
  })
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'permission_not_found'

/** Revokes a dapp's permission. A missing permission counts as success. */
export const useRevoke = () => {
  const { callsOf } = useOpenAuth()
  const queryClient = useQueryClient()
  const { queryKey } = useCallQueries(tables).dappPermissions.list()
  return useMutation({
    networkMode: 'always',
    mutationFn: async ({ id }: DappPermission) => {
      await callsOf(tables)
        .dappPermissions.revoke({ id })
        .catch((error: unknown) => {
          if (!isGone(error)) throw error
        })
    },
    onSuccess: (_, { id, origin }) => {
      queryClient.setQueryData<DappPermission[]>(queryKey, (all) => all?.filter((each) => each.id !== id))
      notify.success(t('apps.disconnected', { origin }))
    },
    onError: (error) => notify.error(errorText(error)),
  })
}
