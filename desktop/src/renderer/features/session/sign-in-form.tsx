import { PasswordField } from '@openauth/ui/password-field'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import { useState, type ReactNode } from 'react'
import { queries } from '../../api/queries.ts'
import { EntryForm } from '../../components/entry-form.tsx'
import { codeOf, issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'

interface Props {
  /** Filled in where it is known. */
  username?: string | undefined
  onSignedIn: () => Promise<unknown>
  /** Below the button. */
  more?: ReactNode
}

/** Signs in. `asksForCode` is true once the server has asked for a second factor; its first question is no error. */
const useSignIn = (onSignedIn: Props['onSignedIn']) => {
  const [asksForCode, setAsksForCode] = useState(false)
  const signIn = useMutation({
    ...queries.setup.login(),
    // Its input has a password and a code.
    gcTime: 0,
    onSuccess: onSignedIn,
    onError: (error) => {
      if (codeOf(error) === 'second_factor_required') setAsksForCode(true)
    },
  })
  const isFirstQuestion = codeOf(signIn.error) === 'second_factor_required' && signIn.variables?.code === undefined
  return { signIn, asksForCode, error: isFirstQuestion ? null : signIn.error }
}

const Code = ({ error }: { error: Error | null }) => {
  const t = useTranslate()
  return (
    <TextField
      label={t('session.code')}
      name="code"
      hint={t('session.codeHint')}
      autoComplete="one-time-code"
      inputMode="text"
      autoCapitalize="none"
      spellCheck={false}
      maxLength={64}
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- The server has just asked for it.
      autoFocus
      error={issueOf(error, 'code')}
    />
  )
}

/** Username and password of an admin, and the code of a second factor where the server asks for it; the token stays out of the page. */
export const SignInForm = ({ username: known, onSignedIn, more }: Props) => {
  const t = useTranslate()
  const { signIn, asksForCode, error } = useSignIn(onSignedIn)
  return (
    <EntryForm
      submitLabel={t('session.signIn')}
      isBusy={signIn.isPending}
      error={error}
      fields={asksForCode ? ['username', 'password', 'code'] : ['username', 'password']}
      more={more}
      onSubmit={({ username = '', password = '', code }) => signIn.mutateAsync({ username, password, code })}
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
      {asksForCode && <Code error={error} />}
    </EntryForm>
  )
}
