import { PasswordField } from '@openauth/ui/password-field'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queries } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

interface Props {
  /** Filled in where it is known. */
  username?: string | undefined
  onSignedIn: () => Promise<unknown>
  /** Below the button. */
  more?: ReactNode
}

/** Username and password of an admin; the token stays out of the page. */
export const SignInForm = ({ username: known, onSignedIn, more }: Props) => {
  const t = useTranslate()
  const signIn = useMutation({ ...queries.setup.login(), onSuccess: onSignedIn })
  const { error } = signIn
  return (
    <EntryForm
      submitLabel={t('session.signIn')}
      isBusy={signIn.isPending}
      error={error}
      fields={['username', 'password']}
      more={more}
      onSubmit={({ username = '', password = '' }) => signIn.mutateAsync({ username, password })}
    >
      <TextField
        label={t('session.username')}
        name="username"
        defaultValue={known}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        error={issueOf(error, 'username')}
      />
      <PasswordField
        label={t('session.password')}
        name="password"
        autoComplete="current-password"
        error={issueOf(error, 'password')}
      />
    </EntryForm>
  )
}
