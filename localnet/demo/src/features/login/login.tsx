import { redirectProviders } from '@openauth/client'
import { useLogin, useOpenAuth } from '@openauth/client/react'
import type { ReactNode } from 'react'
import { deleteDevKeys } from '../../wallets/dev-keys.ts'
import { EthereumButton, PasskeyButton, RedirectButton, SolanaButton, TelegramButton } from './buttons.tsx'
import { EmailForm } from './email-form.tsx'
import { UsernameForm } from './username-form.tsx'
import './login.css'

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
  <section className="group">
    <h2>{title}</h2>
    {children}
  </section>
)

const EmailLogin = () => <EmailForm email={useLogin('email')} label="Continue with e-mail" />

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
        <div className="login-forms">
          <Group title="E-mail">
            <EmailLogin />
          </Group>
          <Group title="User name and password">
            <UsernameForm />
          </Group>
          <Group title="Passkey">
            <PasskeyButton />
            <p className="aside">Works once one is added to an account.</p>
          </Group>
        </div>
        <div className="login-buttons">
          <Group title="Accounts elsewhere">
            <div className="buttons">
              {redirectProviders.map((provider) => (
                <RedirectButton key={provider} provider={provider} />
              ))}
              <TelegramButton />
            </div>
          </Group>
          <Group title="Wallets">
            <div className="buttons">
              <EthereumButton />
              <SolanaButton />
            </div>
            <p className="aside">
              Throwaway wallets: their keys lie in this browser, readable by anyone at it.{' '}
              <button type="button" className="link" onClick={deleteDevKeys}>
                Forget the keys
              </button>
            </p>
          </Group>
        </div>
      </div>
    </>
  )
}
