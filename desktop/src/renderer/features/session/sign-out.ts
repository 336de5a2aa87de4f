import { toast } from '@openauth/ui/toaster'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { queries, serverQuery } from '../../api/queries.ts'
import { clearQueries, hasSessionEnded } from '../../api/query-client.ts'
import { hasEnded } from '../../api/session-end.ts'
import { t } from '../../i18n/i18n.ts'

/** Ends the session. If the server is unreachable, the console removes its token anyway. */
export const useSignOut = (): (() => void) => {
  const queryClient = useQueryClient()
  const signOut = useMutation({
    ...queries.setup.logout(),
    onError: (error) => {
      if (!hasSessionEnded(error)) toast.warning(t('shell.signedOutHere', { reason: error.message }))
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
      hasEnded.set(false)
      clearQueries(queryClient)
    },
  })
  return () => {
    if (!signOut.isPending) signOut.mutate({})
  }
}
