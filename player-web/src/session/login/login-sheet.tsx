import type { LoginMethod, RedirectProvider } from '@openauth/client'
import { redirectProviders } from '@openauth/client'
import {
  type EthereumProvider,
  MethodIcon,
  methodTitles,
  type SolanaWallet,
  useLogin,
  useOpenAuth,
} from '@openauth/client/react'
import { type ReactNode, useEffect, useState } from 'react'
import { Button } from '../../components/button.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { useConfig } from '../../config/config.ts'
import { appLink } from '../../host/share.ts'
import { ExternalLink } from '../external-link.tsx'
import { lastLogin } from '../last-login.ts'
import { beginLogin } from '../login-start.ts'
import { EmailForm } from './email-form.tsx'
import { Problem } from './problem.tsx'
import { usableMethods, type WalletWindow } from './usable-methods.ts'
import { UsernameForm } from './username-form.tsx'
import './login-sheet.css'

interface MethodButtonProps {
  method: LoginMethod
  title: string
  isBusy: boolean
  error: Error | null
  onClick: () => void
}

const MethodButton = ({ method, title, isBusy, error, onClick }: MethodButtonProps) => {
  const t = useTranslate()
  return (
    <div>
      <Button
        kind="secondary"
        className="button-wide"
        isBusy={isBusy}
        icon={<MethodIcon method={method} />}
        onClick={onClick}
      >
        {t('login.continueWith', { title })}
      </Button>
      <Problem error={error} />
    </div>
  )
}

const RedirectButton = ({ provider }: { provider: RedirectProvider }) => {
  const { redirect, isPending, error } = useLogin(provider)
  const leave = () => void beginLogin(redirect)
  return (
    <MethodButton method={provider} title={methodTitles[provider]} isBusy={isPending} error={error} onClick={leave} />
  )
}

const EthereumButton = ({ wallet }: { wallet: EthereumProvider }) => {
  const { submit, isPending, error } = useLogin('ethereum')
  const sign = () => void beginLogin(() => submit(wallet))
  return <MethodButton method="ethereum" title="Ethereum" isBusy={isPending} error={error} onClick={sign} />
}

const SolanaButton = ({ wallet }: { wallet: SolanaWallet }) => {
  const { submit, isPending, error } = useLogin('solana')
  const sign = () => void beginLogin(() => submit(wallet))
  return <MethodButton method="solana" title="Solana" isBusy={isPending} error={error} onClick={sign} />
}

const PasskeyButton = () => {
  const t = useTranslate()
  const { submit, isPending, error } = useLogin('passkey')
  const title = t('login.passkey')
  const enter = () => void beginLogin(submit)
  return <MethodButton method="passkey" title={title} isBusy={isPending} error={error} onClick={enter} />
}

/** In a browser Telegram logs in by opening its bot's mini-app. */
const TelegramLink = () => {
  const t = useTranslate()
  const { botName, appName } = useConfig().telegram
  if (botName === null) return null
  return (
    <ExternalLink
      className="button button-secondary button-wide"
      href={appLink({ botName, ...(appName ? { appName } : {}), startParam: '' })}
    >
      <MethodIcon method="telegram" />
      {t('login.openTelegram')}
    </ExternalLink>
  )
}

/** TikTok's button stands before the sheet. */
const others = redirectProviders.filter((provider) => provider !== 'tiktok')

/** Ways that are shown at once; the rest is behind a button. */
const SHOWN = 3

/** What logs in by a method in the sheet; undefined where its wallet is not in this browser. */
const wayOf = (method: LoginMethod): ReactNode => {
  const { ethereum, solana } = globalThis as unknown as WalletWindow
  switch (method) {
    case 'email':
      return <EmailForm />
    case 'username':
      return <UsernameForm />
    case 'ethereum':
      return ethereum && <EthereumButton wallet={ethereum} />
    case 'solana':
      return solana && <SolanaButton wallet={solana} />
    case 'passkey':
      return <PasskeyButton />
    case 'telegram':
      return <TelegramLink />
    default:
      return <RedirectButton provider={method} />
  }
}

const order: readonly LoginMethod[] = ['email', ...others, 'ethereum', 'solana', 'passkey', 'telegram', 'username']

/** In the order of this sheet, with what this browser logged in with last before all others. */
const sorted = (methods: readonly LoginMethod[]): LoginMethod[] => {
  const last = lastLogin()
  const shown = order.filter((method) => methods.includes(method))
  return [...shown.filter((method) => method === last), ...shown.filter((method) => method !== last)]
}

/** Every way to log in that the app has on and this browser can. It closes once somebody is logged in. */
const LoginSheet = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslate()
  const { isAuthorized } = useOpenAuth()
  const config = useConfig()
  // What is first stays first while the sheet is open.
  const [methods] = useState(() => sorted(usableMethods(config)))
  const [isWhole, setIsWhole] = useState(methods.length <= SHOWN)
  useEffect(() => {
    if (isAuthorized) onClose()
  }, [isAuthorized, onClose])
  return (
    <Dialog title={t('login.title', { brand: config.app.name })} onClose={onClose}>
      <div className="login-ways">
        {(isWhole ? methods : methods.slice(0, SHOWN)).map((method) => (
          <div key={method} className="login-way" data-method={method}>
            {wayOf(method)}
          </div>
        ))}
      </div>
      {!isWhole && (
        <Button kind="quiet" onClick={() => setIsWhole(true)}>
          {t('login.more')}
        </Button>
      )}
    </Dialog>
  )
}

export default LoginSheet
