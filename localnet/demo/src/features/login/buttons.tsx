import type { RedirectProvider } from '@openauth/client'
import { MethodIcon, methodTitles as titles, useLogin } from '@openauth/client/react'
import { useEffect, useState } from 'react'
import { useConfig } from '../../app/config.ts'
import { Button } from '../../components/button.tsx'
import { Problem } from '../../components/problem.tsx'
import { devEthereum } from '../../wallets/ethereum.ts'
import { devSolana } from '../../wallets/solana.ts'
import { clearDeclined, launchMiniApp, openWidget, consumeTelegramReturn, wasDeclined } from './telegram-launch.ts'

export const RedirectButton = ({ provider }: { provider: RedirectProvider }) => {
  const { redirect, isPending, error } = useLogin(provider)
  return (
    <div>
      <Button kind="method" icon={<MethodIcon method={provider} />} isPending={isPending} onClick={redirect}>
        Continue with {titles[provider]}
      </Button>
      <Problem error={error} />
    </div>
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
  return (
    <div>
      <Button
        kind="method"
        icon={<MethodIcon method="telegram" />}
        isPending={isPending}
        onClick={() => launchMiniApp(config, 'login')}
      >
        Continue with Telegram
      </Button>
      <Problem error={why} />
      {config.telegramBotId && (
        <p className="aside">
          Opens this page as a mini-app.{' '}
          <button type="button" className="link" onClick={() => openWidget(config, 'login')}>
            Use the Login Widget
          </button>{' '}
          instead.
        </p>
      )}
    </div>
  )
}

export const EthereumButton = () => {
  const { submit, isPending, error } = useLogin('ethereum')
  return (
    <div>
      <Button
        kind="method"
        icon={<MethodIcon method="ethereum" />}
        isPending={isPending}
        onClick={() => submit(devEthereum())}
      >
        Continue with Ethereum
      </Button>
      <Problem error={error} />
    </div>
  )
}

export const SolanaButton = () => {
  const { submit, isPending, error } = useLogin('solana')
  return (
    <div>
      <Button
        kind="method"
        icon={<MethodIcon method="solana" />}
        isPending={isPending}
        onClick={() => submit(devSolana())}
      >
        Continue with Solana
      </Button>
      <Problem error={error} />
    </div>
  )
}

export const PasskeyButton = () => {
  const { submit, isPending, error } = useLogin('passkey')
  return (
    <div>
      <Button kind="method" icon={<MethodIcon method="passkey" />} isPending={isPending} onClick={submit}>
        Continue with a passkey
      </Button>
      <Problem error={error} />
    </div>
  )
}
