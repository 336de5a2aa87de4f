import { useLogin } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { PasswordField } from '@openauth/ui/password-field'
import { TextField } from '@openauth/ui/text-field'
import { textsOf } from '@openauth/ui/texts-of'
import { useState } from 'react'
import { Problem } from '../../components/problem.tsx'

/** User name and password, of an account that exists or of a new one. */
export const UsernameForm = () => {
  const { submit, reset, isPending, error } = useLogin('username')
  const [type, setType] = useState<'login' | 'register'>('login')
  const isNew = type === 'register'
  return (
    <form
      className="form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        const { username = '', password = '' } = textsOf(event.currentTarget)
        void submit({ username, password, type })
      }}
    >
      <TextField
        label="User name"
        name="username"
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        required
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        required
      />
      <Problem error={error} />
      <div className="row">
        <Button variant="primary" type="submit" loading={isPending}>
          {isNew ? 'Register' : 'Log in'}
        </Button>
        <Button
          variant="ghost"
          onClick={() => {
            reset()
            setType(isNew ? 'login' : 'register')
          }}
        >
          {isNew ? 'I have an account' : 'Create an account'}
        </Button>
      </div>
    </form>
  )
}
