import { identityFields, redirectProviders, type RedirectProvider, type UserProfile } from '@openauth/client'
import { useBind } from '@openauth/client/react'
import { useEffect, useState } from 'react'
import { useConfig } from '../../app/config.ts'
import { devEthereum } from '../../wallets/ethereum.ts'
import { devSolana } from '../../wallets/solana.ts'
import { EmailForm } from '../login/email-form.tsx'
import { launchMiniApp, consumeTelegramReturn } from '../login/telegram-launch.ts'
import { Card } from '../../components/card.tsx'
import { MethodRow } from './method-row.tsx'

interface Bound {
  bound: string | null
}

const RedirectRow = ({ provider, bound }: { provider: RedirectProvider } & Bound) => {
  const { redirect, isPending, error } = useBind(provider)
  return <MethodRow method={provider} bound={bound} bind={{ onClick: redirect, isPending, error }} />
}

const EmailRow = ({ bound }: Bound) => {
  const email = useBind('email')
  const [isOpen, setOpen] = useState(false)
  const toggle = () => {
    email.reset()
    setOpen(!isOpen)
  }
  return (
    <MethodRow method="email" bound={bound} bind={{ onClick: toggle, isPending: false, error: null }}>
      {isOpen && bound === null && <EmailForm email={email} label="Send code" />}
    </MethodRow>
  )
}

const TelegramRow = ({ bound }: Bound) => {
  const config = useConfig()
  const { submit, isPending, error } = useBind('telegram')
  useEffect(() => {
    const data = consumeTelegramReturn('bind')
    if (data) void submit(data)
  }, [submit])
  const onClick = () => launchMiniApp(config, 'bind')
  return <MethodRow method="telegram" bound={bound} bind={{ onClick, isPending, error }} />
}

const EthereumRow = ({ bound }: Bound) => {
  const { submit, isPending, error } = useBind('ethereum')
  return <MethodRow method="ethereum" bound={bound} bind={{ onClick: () => submit(devEthereum()), isPending, error }} />
}

const SolanaRow = ({ bound }: Bound) => {
  const { submit, isPending, error } = useBind('solana')
  return <MethodRow method="solana" bound={bound} bind={{ onClick: () => submit(devSolana()), isPending, error }} />
}

/** Every way in that is bound to the user, and those that can be. */
export const Identities = ({ profile }: { profile: UserProfile }) => (
  <Card title="Ways to log in" note="Bind more than one, so that losing one locks nobody out.">
    <ul className="list">
      <EmailRow bound={profile.email} />
      {redirectProviders.map((provider) => (
        <RedirectRow key={provider} provider={provider} bound={profile[identityFields[provider]]} />
      ))}
      <TelegramRow bound={profile.telegram} />
      <EthereumRow bound={profile.ethAddress} />
      <SolanaRow bound={profile.solAddress} />
      {profile.username !== null && <MethodRow method="username" bound={profile.username} />}
    </ul>
  </Card>
)
