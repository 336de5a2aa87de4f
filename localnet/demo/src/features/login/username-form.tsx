import { useLogin } from '@openauth/client/react'
import { useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Field, textsOf } from '../../components/field.tsx'
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
      <Field label="User name" name="username" autoComplete="username" required />
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete={isNew ? 'new-password' : 'current-password'}
        required
      />
      <Problem error={error} />
      <div className="row">
        <Button kind="primary" submit isPending={isPending}>
          {isNew ? 'Register' : 'Log in'}
        </Button>
        <Button
          kind="quiet"
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
