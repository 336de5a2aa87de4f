import { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { textsOf } from '@openauth/ui/texts-of'
import { type FormEvent, useState } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { focusInput } from '../../lib/focus-input.ts'
import { beginLogin } from '../login-start.ts'
import { ErrorMessage } from './error-message.tsx'

/** Log in by e-mail: first the address, then the code that was sent to it. */
export const EmailForm = () => {
  const t = useTranslate()
  const { start, submit, reset, isPending, error } = useLogin('email')
  const [address, setAddress] = useState<string | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const { email = '', code = '' } = textsOf(event.currentTarget)
    if (address === null) return void ((await start({ email })) && setAddress(email))
    await beginLogin(() => submit({ email: address, code }))
  }
  const changeAddress = () => {
    reset()
    setAddress(null)
  }
  return (
    <form className="login-form" onSubmit={(event) => void send(event)}>
      {address === null ? (
        <TextField key="email" label={t('login.email')} name="email" type="email" autoComplete="email" required />
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
