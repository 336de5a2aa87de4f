import type { LoginMethod, RedirectProvider } from '@openauth/client'
import {
  type EthereumProvider,
  MethodIcon,
  methodTitles,
  type SolanaWallet,
  useLogin,
  useOpenAuth,
} from '@openauth/client/react'
import { Button, buttonClass } from '@openauth/ui/button'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Dialog } from '../../components/dialog.tsx'
import { useTranslate } from '../../i18n/i18n.ts'
import { useConfig } from '../../config/config.ts'
import { appLink } from '../../host/share.ts'
import { ExternalLink } from '../external-link.tsx'
import { lastLogin } from '../last-login.ts'
import { beginLogin } from '../login-start.ts'
import { EmailForm } from './email-form.tsx'
import { MethodButton } from './method-button.tsx'
import { SingleSignOn } from './single-sign-on.tsx'
import { usableMethods, type WalletWindow } from './usable-methods.ts'
import { UsernameForm } from './username-form.tsx'
import './login-sheet.css'

const RedirectButton = ({ provider }: { provider: RedirectProvider }) => {
  const { redirect, isPending, error } = useLogin(provider)
  const login = () => void beginLogin(redirect)
  return (
    <MethodButton method={provider} title={methodTitles[provider]} isBusy={isPending} error={error} onClick={login} />
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
  const login = () => void beginLogin(submit)
  return <MethodButton method="passkey" title={title} isBusy={isPending} error={error} onClick={login} />
}

/** Opens the bot's mini-app in Telegram, which logs the user in there. */
const TelegramLink = () => {
  const t = useTranslate()
  const { botName, appName } = useConfig().telegram
  if (botName === null) return null
  return (
    <ExternalLink
      className={buttonClass({ className: 'wide' })}
      href={appLink({ botName, ...(appName ? { appName } : {}), startParam: '' })}
    >
      <MethodIcon method="telegram" />
      {t('login.openTelegram')}
    </ExternalLink>
  )
}

/** Number of methods that are shown first; a button shows the rest. */
const SHOWN_FIRST = 3

/** The form or button of a method; undefined where its wallet is not in this browser. */
const formOf = (method: LoginMethod, onIsNew: (isNew: boolean) => void): ReactNode => {
  const { ethereum, solana } = globalThis as unknown as WalletWindow
  switch (method) {
    case 'email':
      return <EmailForm />
    case 'username':
      return <UsernameForm onIsNew={onIsNew} />
    case 'ethereum':
      return ethereum && <EthereumButton wallet={ethereum} />
    case 'solana':
      return solana && <SolanaButton wallet={solana} />
    case 'passkey':
      return <PasskeyButton />
    case 'telegram':
      return <TelegramLink />
    case 'oidc':
      return <SingleSignOn />
    default:
      return <RedirectButton provider={method} />
  }
}

/** The last used method first, then in the order of the configuration; TikTok has a button outside the sheet. */
const sorted = (methods: readonly LoginMethod[]): LoginMethod[] => {
  const last = lastLogin()
  const shown = methods.filter((method) => method !== 'tiktok')
  return [...shown.filter((method) => method === last), ...shown.filter((method) => method !== last)]
}

/** A dialog with all login methods that the app has enabled and this browser supports. It closes after the login. */
const LoginSheet = ({ onClose }: { onClose: () => void }) => {
  const t = useTranslate()
  const { isAuthorized } = useOpenAuth()
  const config = useConfig()
  // Sorted once, so that the order is stable while the sheet is open.
  const [methods] = useState(() => sorted(usableMethods(config)))
  const [showsAll, setShowsAll] = useState(methods.length <= SHOWN_FIRST)
  /** Whether the form with a user name registers one. */
  const [isNew, setIsNew] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const showAll = () => {
    flushSync(() => setShowsAll(true))
    // The button that had the focus is gone.
    list.current?.children[SHOWN_FIRST]?.querySelector<HTMLElement>('button, input, a')?.focus()
  }
  useEffect(() => {
    if (isAuthorized) onClose()
  }, [isAuthorized, onClose])
  return (
    <Dialog title={t(isNew ? 'login.registerTitle' : 'login.title', { brand: config.app.name })} onClose={onClose}>
      <div className="login-ways" ref={list}>
        {(showsAll ? methods : methods.slice(0, SHOWN_FIRST)).map((method) => (
          <div key={method} className="login-way" data-method={method}>
            {formOf(method, setIsNew)}
          </div>
        ))}
      </div>
      {!showsAll && (
        <Button variant="ghost" onClick={showAll}>
          {t('login.more')}
        </Button>
      )}
    </Dialog>
  )
}

export default LoginSheet
