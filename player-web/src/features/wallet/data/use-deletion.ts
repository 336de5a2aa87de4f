import { endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { useCallQueries } from '../../../session/queries.ts'
import { useConfirmed } from './use-confirmed.ts'

const tables = { privacy: endpoints.privacy }

/** The deletion to come, and what the wallets hold. */
export const useDeletion = () => useQuery(useCallQueries(tables).privacy.deletion())

/** Reads anew what shows whether the account is going to be deleted. */
const useReload = () => {
  const { refresh } = useOpenAuth()
  const queryClient = useQueryClient()
  const { queryKey } = useCallQueries(tables).privacy.deletion()
  return () => Promise.all([queryClient.invalidateQueries({ queryKey }), refresh()])
}

/** Asks for the deletion. The user has seen what is lost with it. */
export const useRequestDeletion = () => {
  const { callsOf } = useOpenAuth()
  const reload = useReload()
  return useConfirmed(async (confirmed) => {
    await callsOf(tables).privacy.requestDeletion({ acceptsLoss: true, ...confirmed })
    await reload()
  })
}

export const useCancelDeletion = () => {
  const { callsOf } = useOpenAuth()
  const reload = useReload()
  return useMutation({
    networkMode: 'always',
    mutationFn: () => callsOf(tables).privacy.cancelDeletion(),
    onSuccess: async () => {
      notify.success(t('data.cancelled'))
      await reload()
    },
    onError: (error) => notify.error(error.message),
  })
}
