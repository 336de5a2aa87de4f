import { useLogin, useOpenAuth } from '@openauth/client/react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useConfig } from '../config/config.ts'
import { notify } from '../components/notify.ts'
import { initData, isTelegram, launch } from '../host/detect.ts'
import type { Host } from '../host/host.ts'
import { loadHost } from '../host/load.ts'
import { referCodeIn } from '../host/share.ts'
import { startLocale, t } from '../i18n/i18n.ts'
import { keepCode } from './codes.ts'

// oxlint-disable-next-line no-console -- what an old Telegram lacks interests developers only
const warn = (...words: unknown[]): void => console.warn(...words)

/** The language of the user's Telegram, which the init data names. */
const languageIn = (data: string | undefined): string | undefined => {
  try {
    const user = JSON.parse(new URLSearchParams(data).get('user') ?? '{}') as { language_code?: unknown } | null
    return typeof user?.language_code === 'string' ? user.language_code : undefined
  } catch {
    return undefined
  }
}

/** Logins with init data in one page load: a session may end while the app is open, but not for ever anew. */
const MOST_ATTEMPTS = 3

const HostContext = createContext<Host | null>(null)

/** Telegram around the app; null in a browser, and until it is loaded. */
export const useHost = (): Host | null => useContext(HostContext)

/** Whether wallet and dapps are shown: an operator may hide them inside Telegram. */
export const useMayUseWallet = (): boolean => {
  const { switches } = useConfig()
  return switches.telegramWallet || !isTelegram()
}

/** Logs in with what Telegram told the page, unless somebody is logged in; says to Telegram that the app is there. */
const useTelegramLogin = (host: Host | null): void => {
  const { status, isAuthorized } = useOpenAuth()
  const { submit, error } = useLogin('telegram')
  const attempts = useRef(0)
  useEffect(() => {
    const data = initData()
    if (!host || !data || status !== 'ready' || isAuthorized || attempts.current >= MOST_ATTEMPTS) return
    attempts.current += 1
    void submit(data)
  }, [host, status, isAuthorized, submit])
  useEffect(() => {
    if (error) notify.error(t('login.telegramFailed', { reason: error.message }))
  }, [error])
  useEffect(() => host?.ready(), [host])
}

/** `--ground` of the page: Telegram's own bars go on with it. */
const GROUND = '#0f0d0a'

/** All of the screen, in the page's colours, and no gesture that closes the app while something in it is scrolled. */
const dress = (host: Host): void => {
  host.expand()
  host.setHeaderColor(GROUND)
  host.setBackgroundColor(GROUND)
  host.disableVerticalSwipes()
}

const TelegramLogin = () => {
  useTelegramLogin(useHost())
  return null
}

/** Loads Telegram's side where the app is in it, and nothing elsewhere. */
export const TelegramHost = ({ children }: { children: ReactNode }) => {
  const [host, setHost] = useState<Host | null>(null)
  useEffect(() => {
    if (!isTelegram()) return
    keepCode('refer', referCodeIn(launch()?.startParam))
    void startLocale(languageIn(initData()))
    void loadHost(warn).then((loaded) => {
      if (loaded) dress(loaded)
      setHost(loaded)
    })
  }, [])
  return (
    <HostContext value={host}>
      <TelegramLogin />
      {children}
    </HostContext>
  )
}
