import { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useFieldErrors } from '../../components/field-errors.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { beginLogin } from '../login-start.ts'
import { ErrorMessage } from './error-message.tsx'

const rules = { username: { min: 3 }, password: { min: 6 } } as const

/** Log in or register with user name and password. */
export const UsernameForm = () => {
  const t = useTranslate()
  const { submit, reset, isPending, error } = useLogin('username')
  const { read, errorOf, onInput, clear } = useFieldErrors(rules)
  const [isNew, setIsNew] = useState(false)
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    if (isPending) return
    const texts = read(event.currentTarget)
    if (!texts) return
    const { username = '', password = '' } = texts
    void beginLogin(() => submit({ username, password, type: isNew ? 'register' : 'login' }))
  }
  const toggleIsNew = () => {
    reset()
    clear()
    setIsNew(!isNew)
  }
  return (
    <form className="login-form" noValidate onInput={onInput} onSubmit={send}>
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        required
        error={errorOf('username')}
      />
      <TextField
        label={t('login.password')}
        name="password"
        type="password"
        required
        hint={isNew ? t('field.short', { count: rules.password.min }) : undefined}
        error={errorOf('password')}
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
