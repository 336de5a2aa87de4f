import { Button } from '@openauth/ui/button'
import { Dialog } from '@openauth/ui/dialog'
import { PasswordField } from '@openauth/ui/password-field'
import { toast } from '@openauth/ui/toaster'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { queries } from '../../../api/queries.ts'
import { issueOf } from '../../../components/problems.ts'
import { useTranslate } from '../../../i18n/i18n.ts'
import { useSingleSubmit } from '../../../lib/single-submit.ts'
import { userName } from '../../../lib/user-name.ts'
import { useUserChanged } from '../../../api/use-user-changed.ts'
import { useShownUser } from './user-ref.ts'

const Form = ({ onDone }: { onDone: () => void }) => {
  const t = useTranslate()
  const { scope } = useShownUser()
  const changed = useUserChanged()
  const once = useSingleSubmit()
  const [password, setPassword] = useState('')
  const update = useMutation({
    ...queries.users.update(),
    // The password is not kept with the state of the call.
    gcTime: 0,
    onSuccess: async () => {
      await changed()
      toast.success(t('users.passwordSet'))
      onDone()
    },
  })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (password !== '') void once(() => update.mutateAsync({ ...scope, password }))
  }
  return (
    <form className="user-form" onSubmit={submit} noValidate>
      <PasswordField
        label={t('users.newPassword')}
        autoComplete="new-password"
        value={password}
        error={issueOf(update.error, 'password') ?? update.error?.message}
        onChange={(event) => setPassword(event.target.value)}
      />
      <div className="user-form-actions">
        <Button type="submit" variant="primary" disabled={password === ''} loading={update.isPending}>
          {t('users.setPassword')}
        </Button>
      </div>
    </form>
  )
}

/** Sets a new password of the user, which ends its sessions. */
export const SetPassword = ({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) => {
  const t = useTranslate()
  const { user } = useShownUser()
  return (
    <Dialog
      title={t('users.setPassword')}
      description={t('users.setPasswordLead', { name: userName(user).slice(0, 80) })}
      isSticky
      open={open}
      onOpenChange={onOpenChange}
    >
      <Form onDone={() => onOpenChange(false)} />
    </Dialog>
  )
}
