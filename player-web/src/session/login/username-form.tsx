import { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { textsOf } from '@openauth/ui/texts-of'
import { type FormEvent, useState } from 'react'
import { useTranslate } from '../../i18n/i18n.ts'
import { beginLogin } from '../login-start.ts'
import { ErrorMessage } from './error-message.tsx'

/** Log in or register with user name and password. */
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
  const toggleIsNew = () => {
    reset()
    setIsNew(!isNew)
  }
  return (
    <form className="login-form" onSubmit={send}>
      <TextField label={t('login.username')} name="username" autoComplete="username" required minLength={3} />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        required
        minLength={6}
        autoComplete={isNew ? 'new-password' : 'current-password'}
      />
      <ErrorMessage error={error} />
      <Button type="submit" loading={isPending}>
        {t(isNew ? 'login.register' : 'login.logIn')}
      </Button>
      <Button variant="ghost" onClick={toggleIsNew}>
        {t(isNew ? 'login.haveAccount' : 'login.createAccount')}
      </Button>
    </form>
  )
}
