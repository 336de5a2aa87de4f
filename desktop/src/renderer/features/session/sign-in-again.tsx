import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import type { Admin } from '@openauth/client'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { queries, serverQuery } from '../../api/queries.ts'
import { refetchFailed } from '../../api/query-client.ts'
import { hasEnded, renewSession } from '../../api/session-end.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { useStore } from '../../store.ts'
import { SignInForm } from './sign-in-form.tsx'

/** Goes on where the session ended. Another admin must not see what was cached for this one. */
const goOn = async (queryClient: QueryClient, before: Admin | undefined): Promise<void> => {
  renewSession()
  const { queryKey, queryFn } = queries.setup.whoami()
  const admin = await queryClient.fetchQuery({ queryKey, queryFn, staleTime: 0 })
  if (admin.id !== before?.id) await queryClient.resetQueries({ predicate: (query) => query.queryKey[0] !== 'server' })
  else await refetchFailed(queryClient)
}

/** Asks to sign in again over the page on which the session ended; what was typed there stays. */
export const SignInAgain = () => {
  const t = useTranslate()
  const queryClient = useQueryClient()
  const admin = queryClient.getQueryData<Admin>(queries.setup.whoami().queryKey)
  const leave = () => {
    hasEnded.set(false)
    void queryClient.invalidateQueries({ queryKey: serverQuery.queryKey })
  }
  return (
    <Dialog
      title={t('session.signInAgain')}
      description={t('session.ended')}
      open={useStore(hasEnded)}
      onOpenChange={(open) => hasEnded.set(open)}
      isSticky
    >
      <SignInForm
        username={admin?.username}
        onSignedIn={() => goOn(queryClient, admin)}
        more={
          <Button variant="ghost" onClick={leave}>
            {t('session.leave')}
          </Button>
        }
      />
    </Dialog>
  )
}
