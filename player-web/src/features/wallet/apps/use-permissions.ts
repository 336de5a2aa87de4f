import { ApiError, type DappPermission, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { errorText } from '../../../session/login/error-text.ts'

const tables = { dappPermissions: endpoints.dappPermissions }

const useKey = () => ['dappPermissions', useOpenAuth().profile?.id]

/** The dapps that may see this user's address. */
export const usePermissions = () => {
  const { callsOf, profile } = useOpenAuth()
  return useQuery({
    queryKey: useKey(),
    queryFn: ({ signal }) => callsOf(tables).dappPermissions.list({}, { signal }),
    enabled: profile !== null,
  })
}

const isGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'permission_not_found'

/** Revokes a dapp's permission. A missing permission counts as success. */
export const useRevoke = () => {
  const { callsOf } = useOpenAuth()
  const queryClient = useQueryClient()
  const key = useKey()
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
      queryClient.setQueryData<DappPermission[]>(key, (all) => all?.filter((each) => each.id !== id))
      notify.success(t('apps.disconnected', { origin }))
    },
    onError: (error) => notify.error(errorText(error)),
  })
}
