import { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useFieldErrors } from '../../components/field-errors.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { focusInput } from '../../lib/focus-input.ts'
import { beginLogin } from '../login-start.ts'
import { ErrorMessage } from './error-message.tsx'
import { useConnectionOf } from './single-sign-on.tsx'

const rules = { email: { format: 'email' }, code: { format: 'code' } } as const

interface AddressProps {
  /** A code was sent to it, and the user wants another one. */
  past: string
  error: string | undefined
}

const Address = ({ past, error }: AddressProps) => (
  <TextField
    label={useTranslate()('login.email')}
    name="email"
    type="email"
    autoComplete="email"
    required
    defaultValue={past}
    error={error}
    // Not at first: there are other ways to log in.
    {...(past === '' ? {} : { ref: focusInput })}
  />
)

const Code = ({ address, error }: { address: string; error: string | undefined }) => {
  const t = useTranslate()
  return (
    <>
      <p className="note">{t('login.codeSent', { email: address })}</p>
      <TextField
        label={t('login.code')}
        name="code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        error={error}
        ref={focusInput}
      />
    </>
  )
}

/** The login itself; `isSent` where a code was sent to `address`. */
const useEmailLogin = () => {
  const { start, submit, reset, isPending, error } = useLogin('email')
  const { redirect } = useLogin('oidc')
  const connectionOf = useConnectionOf()
  const [address, setAddress] = useState('')
  const [isSent, setIsSent] = useState(false)
  /** Sends a code, or leads to the provider where users of the address log in. */
  const begin = async (email: string) => {
    const connection = await connectionOf(email).catch(() => undefined)
    if (connection !== undefined) return void (await beginLogin(() => redirect(connection)))
    if (!(await start({ email }))) return
    setAddress(email)
    setIsSent(true)
  }
  const confirm = (code: string) => beginLogin(() => submit({ email: address, code }))
  const restart = () => {
    reset()
    setIsSent(false)
  }
  return { address, isSent, isPending, error, begin, confirm, restart }
}

/** Log in by e-mail: first the address, then the code that was sent to it. */
export const EmailForm = () => {
  const t = useTranslate()
  const { address, isSent, isPending, error, begin, confirm, restart } = useEmailLogin()
  const { read, errorOf, onInput, clear } = useFieldErrors(rules)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const { email = '', code = '' } = read(event.currentTarget) ?? {}
    if (code !== '') await confirm(code)
    if (email !== '') await begin(email)
  }
  const changeAddress = () => {
    restart()
    clear()
  }
  return (
    <form className="login-form" noValidate onInput={onInput} onSubmit={(event) => void send(event)}>
      {isSent ? (
        <Code address={address} error={errorOf('code')} />
      ) : (
        <Address past={address} error={errorOf('email')} />
      )}
      <ErrorMessage error={error} />
      <Button variant="primary" type="submit" loading={isPending}>
        {t(isSent ? 'login.confirmCode' : 'login.sendCode')}
      </Button>
      {isSent && (
        <Button variant="ghost" onClick={changeAddress}>
          {t('login.anotherEmail')}
        </Button>
      )}
    </form>
  )
}
