import { useLogin } from '@openauth/client/react'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, textsOf } from '../../components/field.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { beginLogin } from '../login-start.ts'
import { Problem } from './problem.tsx'

/** User name and password, of an account that exists or of a new one. */
export const UsernameForm = () => {
  const t = useTranslate()
  const { submit, reset, isPending, error } = useLogin('username')
  const [isNew, setIsNew] = useState(false)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const { username = '', password = '' } = textsOf(event.currentTarget)
    void beginLogin(() => submit({ username, password, type: isNew ? 'register' : 'login' }))
  }
  const turn = () => {
    reset()
    setIsNew(!isNew)
  }
  return (
    <form className="login-form" onSubmit={send}>
      <Field label={t('login.username')} name="username" autoComplete="username" required minLength={3} />
      <Field
        label={t('login.password')}
        name="password"
        type="password"
        required
        minLength={6}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
      <Problem error={error} />
      <Button submit kind="secondary" isBusy={isPending}>
        {t(isNew ? 'login.register' : 'login.logIn')}
      </Button>
      <Button kind="quiet" onClick={turn}>
        {t(isNew ? 'login.haveAccount' : 'login.createAccount')}
      </Button>
    </form>
  )
}
