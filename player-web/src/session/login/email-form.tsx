import { useLogin } from '@openauth/client/react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, textsOf } from '../../components/field.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
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
        <Field key="email" label={t('login.email')} name="email" type="email" autoComplete="email" required />
      ) : (
        <>
          <p className="note">{t('login.codeSent', { email: address })}</p>
          <Field
            key="code"
            label={t('login.code')}
            name="code"
            inputMode="numeric"
            autoComplete="one-time-code"
            required
            focused
          />
        </>
      )}
      <ErrorMessage error={error} />
      <Button submit isBusy={isPending}>
        {t(address === null ? 'login.sendCode' : 'login.confirmCode')}
      </Button>
      {address !== null && (
        <Button kind="quiet" onClick={changeAddress}>
          {t('login.anotherEmail')}
        </Button>
      )}
    </form>
  )
}
