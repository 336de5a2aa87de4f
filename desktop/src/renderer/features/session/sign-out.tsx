import { useMutation, useQueryClient } from '@tanstack/react-query'
import { toast } from 'sonner'
import { queries, serverQuery } from '../../api/queries.ts'
import { clearQueries, hasSessionEnded } from '../../api/query-client.ts'

/** Ends the session. If the server is unreachable, the console removes its token anyway. */
export const SignOut = () => {
  const queryClient = useQueryClient()
  const signOut = useMutation({
    ...queries.setup.logout(),
    onError: (error) => {
      if (!hasSessionEnded(error)) toast.warning(`Signed out here only. ${error.message}`)
    },
    onSettled: async () => {
      await queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
      clearQueries(queryClient)
    },
  })
  return (
    <button type="button" className="button" aria-disabled={signOut.isPending} onClick={() => signOut.mutate({})}>
      Sign out
    </button>
  )
}
