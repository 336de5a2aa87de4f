import { useLogin, useOpenAuth } from '@openauth/client/react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useConfig } from '../config/config.ts'
import { notify } from '../components/notify.ts'
import { initData, isTelegram } from '../host/detect.ts'
import type { Host } from '../host/host.ts'
import { loadHost } from '../host/load.ts'
import { startLocale, t } from '../i18n/i18n.ts'
import { pageStorage } from '../lib/page-storage.ts'

// oxlint-disable-next-line no-console -- what an old Telegram lacks interests developers only
const warn = (...words: unknown[]): void => console.warn(...words)

/** The user whom init data names; the server alone can say whether it is true. */
const userIn = (data: string | undefined): Record<string, unknown> => {
  try {
    const user: unknown = JSON.parse(new URLSearchParams(data).get('user') ?? '{}')
    return typeof user === 'object' && user !== null ? (user as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const languageIn = (data: string | undefined): string | undefined => {
  const { language_code: language } = userIn(data)
  return typeof language === 'string' ? language : undefined
}

/** Logins with init data in one page load: a session may end while the app is open, but not for ever anew. */
const MOST_ATTEMPTS = 3

const HostContext = createContext<Host | null>(null)
const EnteringContext = createContext(false)

/** Whether Telegram's user is about to be logged in. */
export const useIsEntering = (): boolean => useContext(EnteringContext)

/** Telegram around the app; null in a browser, and until it is loaded. */
export const useHost = (): Host | null => useContext(HostContext)

/** Whether wallet and dapps are shown: an operator may hide them inside Telegram. */
export const useMayUseWallet = (): boolean => {
  const { switches } = useConfig()
  return switches.telegramWallet || !isTelegram()
}

/** Whose session this storage has: several accounts of one Telegram share it. */
const USER_KEY = 'SONIC:TelegramUser'

/**
 * Logs in with what Telegram told the page, unless its user is logged in already; a session of another one is ended.
 * Resolves `isEntering` to false once that is done, or cannot be.
 */
const useTelegramLogin = (host: Host | null | undefined): boolean => {
  const { status, isAuthorized, logout } = useOpenAuth()
  const { submit, error } = useLogin('telegram')
  const attempts = useRef(0)
  const [isOver, setIsOver] = useState(() => initData() === undefined)
  useEffect(() => {
    const data = initData()
    if (!host || !data || status !== 'ready' || attempts.current >= MOST_ATTEMPTS) return
    const userId = String(userIn(data)['id'])
    if (isAuthorized && pageStorage.get(USER_KEY) === userId) return
    if (isAuthorized) return void logout()
    attempts.current += 1
    // Before the session begins, which is looked at as soon as it does.
    pageStorage.set(USER_KEY, userId)
    void submit(data).then(() => setIsOver(true))
  }, [host, status, isAuthorized, submit, logout])
  useEffect(() => {
    if (error) notify.error(t('login.telegramFailed', { reason: error.message }))
  }, [error])
  useEffect(() => host?.ready(), [host])
  return !isOver && !isAuthorized && host !== null
}

/** `--ground` of the page: Telegram's own bars go on with it. */
const GROUND = '#0f0d0a'

/** All of the screen, in the page's colours, and no gesture that closes the app while something in it is scrolled. */
const applyTheme = (host: Host): void => {
  host.expand()
  host.setHeaderColor(GROUND)
  host.setBackgroundColor(GROUND)
  host.setBottomBarColor(GROUND)
  host.disableVerticalSwipes()
}

/** Loads Telegram's side where the app is in it, and nothing elsewhere. */
export const TelegramHost = ({ children }: { children: ReactNode }) => {
  // Undefined until that is decided.
  const [host, setHost] = useState<Host | null | undefined>(() => (isTelegram() ? undefined : null))
  const isEntering = useTelegramLogin(host)
  useEffect(() => {
    if (!isTelegram()) return
    void startLocale(languageIn(initData()))
    void loadHost(warn).then((loaded) => {
      if (loaded) applyTheme(loaded)
      setHost(loaded)
    })
  }, [])
  return (
    <HostContext value={host ?? null}>
      <EnteringContext value={isEntering}>{children}</EnteringContext>
    </HostContext>
  )
}
