import { redirectProviders } from '@openauth/client'
import { useLogin, useOpenAuth } from '@openauth/client/react'
import { Card } from '../../components/card.tsx'
import { deleteDevKeys } from '../../wallets/dev-keys.ts'
import { EthereumButton, PasskeyButton, RedirectButton, SolanaButton, TelegramButton } from './buttons.tsx'
import { EmailForm } from './email-form.tsx'
import { UsernameForm } from './username-form.tsx'
import './login.css'

const EmailLogin = () => <EmailForm email={useLogin('email')} label="Continue with e-mail" />

const FormLogins = () => (
  <div className="login-forms">
    <Card title="E-mail">
      <EmailLogin />
    </Card>
    <Card title="User name and password">
      <UsernameForm />
    </Card>
    <Card title="Passkey">
      <div className="buttons">
        <PasskeyButton />
      </div>
      <p className="aside">Works once one is added to an account.</p>
    </Card>
  </div>
)

const ButtonLogins = () => (
  <div className="login-buttons">
    <Card title="Accounts elsewhere">
      <div className="buttons buttons-two">
        {redirectProviders.map((provider) => (
          <RedirectButton key={provider} provider={provider} />
        ))}
        <TelegramButton />
      </div>
    </Card>
    <Card title="Wallets">
      <div className="buttons buttons-two">
        <EthereumButton />
        <SolanaButton />
      </div>
      <p className="aside">
        Throwaway wallets: their keys lie in this browser, readable by anyone at it.{' '}
        <button type="button" className="link" onClick={deleteDevKeys}>
          Forget the keys
        </button>
      </p>
    </Card>
  </div>
)

/** Every login method. */
export const Login = () => {
  const { config } = useOpenAuth()
  return (
    <>
      <h1>Log in to {config?.brand ?? 'the demo'}</h1>
      <p className="lead">
        Every way that this server knows. The providers are played on this machine, so any of them works without an
        account.
      </p>
      <div className="login">
        <FormLogins />
        <ButtonLogins />
      </div>
    </>
  )
}
