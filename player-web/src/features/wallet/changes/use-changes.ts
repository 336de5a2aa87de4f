import { type AccountChange, ApiError, endpoints } from '@openauth/client'
import { useOpenAuth } from '@openauth/client/react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { notify } from '../../../components/notify.ts'
import { t } from '../../../i18n/i18n.ts'
import { useCallQueries } from '../../../session/queries.ts'
import type { ReauthenticationInput } from '../export/reauthentication-methods.ts'

const tables = { account: endpoints.account }

/** The user's account changes. */
export const useChanges = () => {
  const { profile } = useOpenAuth()
  const queries = useCallQueries(tables)
  return useQuery({
    ...queries.account.accountChanges(),
    enabled: profile !== null,
  })
}

const isUnconfirmed = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'reauthentication_required'

/** Undoes a change. If the login is too old for that, `asked` is the change that waits for a reauthentication. */
export const useUndo = () => {
  const { client, refresh } = useOpenAuth()
  const queryClient = useQueryClient()
  const { queryKey } = useCallQueries(tables).account.accountChanges()
  const [asked, setAsked] = useState<AccountChange | null>(null)
  const { mutate, isPending, error, reset } = useMutation({
    networkMode: 'always',
    mutationFn: async ({ id, shown }: { id: string; shown?: ReauthenticationInput }) => {
      const confirmed = shown && (await client.account.reauthenticate(shown))
      await client.account.undoAccountChange({ id, ...(confirmed ? { reauthenticationToken: confirmed.token } : {}) })
    },
    onSuccess: async () => {
      setAsked(null)
      notify.success(t('changes.undoDone'))
      await Promise.all([queryClient.invalidateQueries({ queryKey }), refresh()])
    },
  })
  const undo = (change: AccountChange) =>
    mutate(
      { id: change.id },
      {
        onError: (thrown) => {
          if (!isUnconfirmed(thrown)) return notify.error(thrown.message)
          reset()
          setAsked(change)
        },
      },
    )
  const confirm = (shown: ReauthenticationInput) => asked && mutate({ id: asked.id, shown })
  return { undo, confirm, asked, isPending, error }
}
