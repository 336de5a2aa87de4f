import { ConfirmDialog } from '@openauth/ui/confirm-dialog'
import { toast } from '@openauth/ui/toaster'
import { client } from '../../../api/queries.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { useShownUser } from './user-ref.ts'

/** Asks, then mails a login code to the user, which nobody else sees. */
export const SendLoginCode = (props: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const t = useTranslate()
  const { user, scope } = useShownUser()
  const changed = useUserChanged()
  const email = user.email ?? ''
  const send = async () => {
    await client.users.sendLoginCode(scope)
    toast.success(t('users.codeSent', { email }))
    await changed()
  }
  return (
    <ConfirmDialog
      {...props}
      title={t('users.sendCode')}
      description={t('users.sendCodeLead', { email })}
      confirmLabel={t('users.sendCode')}
      isDanger={false}
      onConfirm={send}
    />
  )
}
