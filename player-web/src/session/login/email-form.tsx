import { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useFieldErrors } from '../../components/field-errors.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { focusInput } from '../../lib/focus-input.ts'
import { beginLogin } from '../login-start.ts'
import { ErrorMessage } from './error-message.tsx'

const rules = { email: { format: 'email' }, code: { format: 'code' } } as const

/** Log in by e-mail: first the address, then the code that was sent to it. */
export const EmailForm = () => {
  const t = useTranslate()
  const { start, submit, reset, isPending, error } = useLogin('email')
  const { read, errorOf, onInput, clear } = useFieldErrors(rules)
  const [address, setAddress] = useState<string | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const texts = read(event.currentTarget)
    if (!texts) return
    const { email = '', code = '' } = texts
    if (address === null) return void ((await start({ email })) && setAddress(email))
    await beginLogin(() => submit({ email: address, code }))
  }
  const changeAddress = () => {
    reset()
    clear()
    setAddress(null)
  }
  return (
    <form className="login-form" noValidate onInput={onInput} onSubmit={(event) => void send(event)}>
      {address === null ? (
        <TextField
          key="email"
          label={t('login.email')}
          name="email"
          type="email"
          autoComplete="email"
          required
          error={errorOf('email')}
        />
      ) : (
        <>
          <p className="note">{t('login.codeSent', { email: address })}</p>
          <TextField
            key="code"
            label={t('login.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            error={errorOf('code')}
            ref={focusInput}
          />
        </>
      )}
      <ErrorMessage error={error} />
      <Button variant="primary" type="submit" loading={isPending}>
        {t(address === null ? 'login.sendCode' : 'login.confirmCode')}
      </Button>
      {address !== null && (
        <Button variant="ghost" onClick={changeAddress}>
          {t('login.anotherEmail')}
        </Button>
      )}
    </form>
  )
}
