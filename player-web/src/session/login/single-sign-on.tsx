import type { ConnectionButton } from '@openauth/client'
import { useLogin, useOpenAuth } from '@openauth/client/react'
import { Button } from '@openauth/ui/button'
import { TextField } from '@openauth/ui/text-field'
import { type FormEvent, useState } from 'react'
import { useConfig } from '../../config/config.ts'
import { useFieldErrors } from '../../components/field-errors.ts'
import { useTranslate } from '../../i18n/i18n.ts'
import { beginLogin } from '../login-start.ts'
import { ErrorMessage } from './error-message.tsx'
import { MethodButton } from './method-button.tsx'

const rules = { email: { format: 'email' } } as const

/** The key of the OpenID connection that an e-mail address is sent to; undefined if its domain has none. */
export const useConnectionOf = () => {
  const { client } = useOpenAuth()
  const { app } = useConfig()
  return async (email: string): Promise<string | undefined> => {
    if (!app.methods.includes('oidc')) return undefined
    const { connection } = await client.login.oidcConnection({ appId: app.id, email })
    return connection?.key
  }
}

const OwnButton = ({ connection: { key, title } }: { connection: ConnectionButton }) => {
  const { redirect, isPending, error } = useLogin('oidc')
  // All buttons are of one method: only the one that was pressed is busy.
  const [isPressed, setIsPressed] = useState(false)
  const login = async () => {
    setIsPressed(true)
    await beginLogin(() => redirect(key))
  }
  return (
    <MethodButton
      method="oidc"
      title={title}
      isBusy={isPending && isPressed}
      error={error}
      onClick={() => void login()}
    />
  )
}

/** People whose connection has no button come by the domain of their address. */
const DomainForm = () => {
  const t = useTranslate()
  const connectionOf = useConnectionOf()
  const { redirect, isPending, error } = useLogin('oidc')
  const { read, errorOf, onInput } = useFieldErrors(rules)
  const [unknown, setUnknown] = useState(false)
  const [problem, setProblem] = useState<Error | null>(null)
  const send = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const { email = '' } = read(event.currentTarget) ?? {}
    if (email === '' || isPending) return
    setProblem(null)
    try {
      const key = await connectionOf(email)
      setUnknown(key === undefined)
      if (key !== undefined) await beginLogin(() => redirect(key))
    } catch (thrown) {
      setProblem(thrown as Error)
    }
  }
  return (
    <form className="login-form" noValidate onInput={onInput} onSubmit={(event) => void send(event)}>
      <TextField
        label={t('login.workEmail')}
        name="email"
        type="email"
        autoComplete="email"
        required
        error={errorOf('email') ?? (unknown ? t('login.unknownDomain') : undefined)}
      />
      <ErrorMessage error={error ?? problem} />
      <Button variant="primary" type="submit" loading={isPending}>
        {t('login.continue')}
      </Button>
    </form>
  )
}

/** The app's OpenID connections: a button for each, or a form where none has one. */
export const SingleSignOn = () => {
  const { connections } = useConfig().app
  if (connections.length === 0) return <DomainForm />
  return (
    <div className="login-connections">
      {connections.map((connection) => (
        <OwnButton key={connection.key} connection={connection} />
      ))}
    </div>
  )
}
