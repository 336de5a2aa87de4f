import { PasswordField } from '@openauth/ui/password-field'
import { useTranslate } from '../i18n/i18n.ts'
import { issueOf } from './problems.ts'

interface Props {
  /** Default: the current password. */
  label?: string | undefined
  hint?: string
  error: Error | null
}

/** The field `currentPassword`, with which operators confirm what they do. */
export const CurrentPassword = ({ label, hint, error }: Props) => {
  const t = useTranslate()
  return (
    <PasswordField
      label={label ?? t('account.currentPassword')}
      name="currentPassword"
      hint={hint}
      autoComplete="current-password"
      error={issueOf(error, 'currentPassword')}
    />
  )
}
