import { Button } from '@openauth/ui/button'
import { PasswordField } from '@openauth/ui/password-field'
import { TextField } from '@openauth/ui/text-field'
import { useMutation } from '@tanstack/react-query'
import Fingerprint from 'lucide-react/icons/fingerprint-pattern'
import { useState, type ReactNode } from 'react'
import { client, queries } from '../../api/queries.ts'
import { EntryForm, type FormValues } from '../../components/entry-form.tsx'
import { codeOf, issueOf } from '../../components/problems.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { askPasskey, canUsePasskeys } from '../../components/passkeys.ts'

interface Props {
  /** Filled in where it is known. */
  username?: string | undefined
  onSignedIn: () => Promise<unknown>
  /** Below the button. */
  more?: ReactNode
}

/** Signs in with a passkey: alone, or where a password was right and the server asks for a second factor, beside it. */
const usePasskeySignIn = (onSignedIn: Props['onSignedIn']) => {
  const t = useTranslate()
  return useMutation({
    mutationFn: async (beside?: { username: string; password: string }) => {
      const response = await askPasskey(t, client.setup.passkeyOptions({}))
      return beside ? client.setup.login({ ...beside, passkey: response }) : client.setup.loginByPasskey({ response })
    },
    gcTime: 0,
    onSuccess: onSignedIn,
  })
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

interface FieldsProps {
  /** The username, where it is known. */
  known: string | undefined
  asksForCode: boolean
  error: Error | null
}

const Fields = ({ known, asksForCode, error }: FieldsProps) => {
  const t = useTranslate()
  return (
    <>
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
    </>
  )
}

/**
 * Username and password of an admin, and the second factor where the server asks for it; or a passkey alone. The token stays
 * out of the page.
 */
export const SignInForm = ({ username: known, onSignedIn, more }: Props) => {
  const t = useTranslate()
  const { signIn, asksForCode, error: refusal } = useSignIn(onSignedIn)
  const passkey = usePasskeySignIn(onSignedIn)
  const error = passkey.error ?? refusal
  const isBusy = signIn.isPending || passkey.isPending
  const submit = ({ username = '', password = '', code }: FormValues) => {
    passkey.reset()
    return signIn.mutateAsync({ username, password, code })
  }
  const { username = '', password = '' } = signIn.variables ?? {}
  const choose = () => passkey.mutate(asksForCode ? { username, password } : undefined)
  return (
    <EntryForm
      submitLabel={t('session.signIn')}
      isBusy={isBusy}
      error={error}
      fields={asksForCode ? ['username', 'password', 'code'] : ['username', 'password']}
      more={
        <>
          {canUsePasskeys() && (
            <Button icon={<Fingerprint size={14} />} disabled={isBusy} onClick={choose}>
              {t(asksForCode ? 'session.usePasskey' : 'session.passkey')}
            </Button>
          )}
          {more}
        </>
      }
      onSubmit={submit}
    >
      <Fields known={known} asksForCode={asksForCode} error={error} />
    </EntryForm>
  )
}
