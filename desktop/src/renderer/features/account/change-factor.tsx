import { Dialog } from '@openauth/ui/dialog'
import { PasswordField } from '@openauth/ui/password-field'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { client } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

export type FactorChange = 'renew' | 'remove'

interface Props {
  change: FactorChange
  /** Gets the new recovery codes; none after a removal. */
  onDone: (recoveryCodes?: string[]) => void
  onClose: () => void
}

const Body = ({ change, onDone }: Pick<Props, 'change' | 'onDone'>) => {
  const t = useTranslate()
  const save = useMutation({
    mutationFn: async (given: { currentPassword: string; code: string }) =>
      change === 'renew'
        ? (await client.secondFactor.renewCodes(given)).recoveryCodes
        : void (await client.secondFactor.remove(given)),
    // What it returns are the codes themselves.
    gcTime: 0,
    onSuccess: (recoveryCodes) => onDone(recoveryCodes ?? undefined),
  })
  return (
    <EntryForm
      submitLabel={t(`secondFactor.${change}`)}
      isBusy={save.isPending}
      error={save.error}
      fields={['currentPassword', 'code']}
      onSubmit={({ currentPassword = '', code = '' }) => save.mutateAsync({ currentPassword, code })}
    >
      <PasswordField
        label={t('account.currentPassword')}
        name="currentPassword"
        autoComplete="current-password"
        error={issueOf(save.error, 'currentPassword')}
      />
      <TextField
        label={t('secondFactor.code')}
        name="code"
        hint={t('secondFactor.anyCodeHint')}
        autoComplete="one-time-code"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={64}
        error={issueOf(save.error, 'code')}
      />
    </EntryForm>
  )
}

/** Replaces the recovery codes or removes the second factor, with the password and a code. */
export const ChangeFactor = ({ change, onDone, onClose }: Props) => {
  const t = useTranslate()
  return (
    <Dialog
      open
      isSticky
      onOpenChange={(open) => !open && onClose()}
      title={t(`secondFactor.${change}`)}
      description={t(`secondFactor.${change}Lead`)}
    >
      <Body change={change} onDone={onDone} />
    </Dialog>
  )
}
