import { PasswordField } from '@openauth/ui/password-field'
import { TextField } from '@openauth/ui/text-field'
import { useTranslate } from '../i18n/i18n.ts'
import { issueOf } from './problems.ts'

interface Props {
  error: Error | null
  /** The two passwords are not the same. */
  differs: boolean
}

/** The fields `username`, `password` and `repeat` of who becomes an admin. */
export const NewCredentials = ({ error, differs }: Props) => {
  const t = useTranslate()
  return (
    <>
      <TextField
        label={t('session.username')}
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        hint={t('setup.usernameHint')}
        error={issueOf(error, 'username')}
      />
      <PasswordField
        label={t('session.password')}
        name="password"
        autoComplete="new-password"
        hint={t('setup.passwordHint')}
        error={issueOf(error, 'password')}
      />
      <PasswordField
        label={t('setup.repeat')}
        name="repeat"
        autoComplete="new-password"
        error={differs ? t('setup.differ') : undefined}
      />
    </>
  )
}
