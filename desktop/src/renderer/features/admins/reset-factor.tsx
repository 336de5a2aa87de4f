import { Dialog } from '@openauth/ui/dialog'
import { toast } from '@openauth/ui/toaster'
import { useMutation } from '@tanstack/react-query'
import { queries } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { CurrentPassword } from '../../components/current-password.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import type { Admin } from './admin.ts'

interface Props {
  admin: Admin
  onClose: () => void
}

const Body = ({ admin: { id, username }, onClose }: Props) => {
  const t = useTranslate()
  const reset = useMutation({
    ...queries.secondFactor.reset(),
    onSuccess: () => {
      toast.success(t('admins.factorReset', { name: username }))
      onClose()
    },
  })
  return (
    <EntryForm
      submitLabel={t('admins.resetFactor')}
      isBusy={reset.isPending}
      error={reset.error}
      fields={['currentPassword']}
      onSubmit={({ currentPassword = '' }) => reset.mutateAsync({ id, currentPassword })}
    >
      <CurrentPassword label={t('admins.yourPassword')} error={reset.error} />
    </EntryForm>
  )
}

/** Removes the second factor of another admin, with the owner's password. */
export const ResetFactor = ({ admin, onClose }: Props) => {
  const t = useTranslate()
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={t('admins.resetFactor')}
      description={t('admins.resetFactorLead', { name: admin.username })}
    >
      <Body admin={admin} onClose={onClose} />
    </Dialog>
  )
}
