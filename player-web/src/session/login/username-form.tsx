import { ApiError } from '@openauth/client'
import { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useFieldErrors } from '../../components/field-errors.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { beginLogin } from '../login-start.ts'
import { errorText } from './error-text.ts'
import { ErrorMessage } from './error-message.tsx'

const rules = { username: { min: 3 }, password: { min: 6 } } as const

/** What the server has against a user name, which is told below its field. */
const isOfName = (error: Error | null): error is ApiError =>
  error instanceof ApiError && (error.code === 'username_exists' || (error.code?.startsWith('name_') ?? false))

/** The form's state, and what its events do. */
const useUsernameForm = (onIsNew: (isNew: boolean) => void) => {
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
  const form = useRef<HTMLFormElement>(null)
  // A screen reader reads what is wrong with the field that gets the focus.
  useEffect(() => {
    const input = form.current?.elements.namedItem('username')
    if (isOfName(error) && input instanceof HTMLInputElement) input.focus()
  }, [error])
  const edit = (event: FormEvent<HTMLFormElement>) => {
    onInput(event)
    if (isOfName(error)) reset()
  }
  const toggleIsNew = () => {
    reset()
    clear()
    setIsNew(!isNew)
    onIsNew(!isNew)
  }
  return { form, isNew, isPending, error, errorOf, edit, send, toggleIsNew }
}

/** Log in or register with user name and password. */
export const UsernameForm = ({ onIsNew }: { onIsNew: (isNew: boolean) => void }) => {
  const t = useTranslate()
  const { form, isNew, isPending, error, errorOf, edit, send, toggleIsNew } = useUsernameForm(onIsNew)
  return (
    <form ref={form} className="login-form" noValidate onInput={edit} onSubmit={send}>
      <TextField
        label={t('login.username')}
        name="username"
        autoComplete="username"
        required
        error={errorOf('username') ?? (isOfName(error) ? errorText(error) : undefined)}
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
      <ErrorMessage error={isOfName(error) ? null : error} />
      <Button type="submit" loading={isPending}>
        {t(isNew ? 'login.register' : 'login.logIn')}
      </Button>
      <Button variant="ghost" onClick={toggleIsNew}>
        {t(isNew ? 'login.haveAccount' : 'login.createAccount')}
      </Button>
    </form>
  )
}
