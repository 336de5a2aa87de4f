import type { RedirectProvider } from '@openauth/client'
import { methodTitles as titles, useLogin } from '@openauth/client/react'
import { useEffect, useState } from 'react'
import { useConfig } from '../../app/config.ts'
import { devEthereum } from '../../wallets/ethereum.ts'
import { devSolana } from '../../wallets/solana.ts'
import { MethodButton } from './method-button.tsx'
import { clearDeclined, launchMiniApp, openWidget, consumeTelegramReturn, wasDeclined } from './telegram-launch.ts'

export const RedirectButton = ({ provider }: { provider: RedirectProvider }) => {
  const { redirect, isPending, error } = useLogin(provider)
  return (
    <MethodButton method={provider} title={titles[provider]} onClick={redirect} isPending={isPending} error={error} />
  )
}

export const TelegramButton = () => {
  const config = useConfig()
  const { submit, isPending, error } = useLogin('telegram')
  const [declined] = useState(wasDeclined)
  useEffect(() => {
    const data = consumeTelegramReturn('login')
    if (data) void submit(data)
    return clearDeclined
  }, [submit])
  const why = error ?? (declined ? new Error('Telegram was not allowed to tell who you are') : null)
  const launch = () => launchMiniApp(config, 'login')
  return (
    <MethodButton method="telegram" title={titles.telegram} onClick={launch} isPending={isPending} error={why}>
      {config.telegramBotId && (
        <p className="aside">
          Opens this page as a mini-app.{' '}
          <button type="button" className="link" onClick={() => openWidget(config, 'login')}>
            Use the Login Widget
          </button>{' '}
          instead.
        </p>
      )}
    </MethodButton>
  )
}

export const EthereumButton = () => {
  const { submit, isPending, error } = useLogin('ethereum')
  const login = () => submit(devEthereum())
  return <MethodButton method="ethereum" title="Ethereum" onClick={login} isPending={isPending} error={error} />
}

export const SolanaButton = () => {
  const { submit, isPending, error } = useLogin('solana')
  const login = () => submit(devSolana())
  return <MethodButton method="solana" title="Solana" onClick={login} isPending={isPending} error={error} />
}

export const PasskeyButton = () => {
  const { submit, isPending, error } = useLogin('passkey')
  return <MethodButton method="passkey" title="a passkey" onClick={submit} isPending={isPending} error={error} />
}
