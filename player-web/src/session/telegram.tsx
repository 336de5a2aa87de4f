import { useLogin, useOpenAuth } from '@openauth/client/react'
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react'
import { useConfig } from '../config/config.ts'
import { notify } from '../components/notify.ts'
import { initData, isTelegram } from '../host/detect.ts'
import type { Host } from '../host/host.ts'
import { loadHost } from '../host/load.ts'
import { startLocale, t } from '../i18n/i18n.ts'
import { pageStorage } from '../lib/page-storage.ts'
import { errorText } from './login/error-text.ts'

// oxlint-disable-next-line no-console -- features that an old Telegram lacks matter to developers only
const warn = (...words: unknown[]): void => console.warn(...words)

/** The user that init data names, unverified: only the server verifies init data. */
const userOf = (data: string | undefined): Record<string, unknown> => {
  try {
    const user: unknown = JSON.parse(new URLSearchParams(data).get('user') ?? '{}')
    return typeof user === 'object' && user !== null ? (user as Record<string, unknown>) : {}
  } catch {
    return {}
  }
}

const languageOf = (data: string | undefined): string | undefined => {
  const { language_code: language } = userOf(data)
  return typeof language === 'string' ? language : undefined
}

/**
 * Logins with init data in one page load: more than one, since a session may end while the app is open, but no loop.
 */
const MAX_ATTEMPTS = 3

const HostContext = createContext<Host | null>(null)
const LoginPendingContext = createContext(false)

/** Whether a login with init data is in progress. */
export const useIsTelegramLoginPending = (): boolean => useContext(LoginPendingContext)

/** The Telegram app that runs the page; null outside Telegram, and until the host is loaded. */
export const useHost = (): Host | null => useContext(HostContext)

/** Whether the pages of wallet and dapps are shown: an operator may hide them inside Telegram. */
export const useIsWalletShown = (): boolean => {
  const { switches } = useConfig()
  return switches.telegramWallet || !isTelegram()
}

/** The Telegram user of the stored session: several accounts in one Telegram app share the storage. */
const USER_KEY = 'SONIC:TelegramUser'

/**
 * Logs in with init data, unless its user is logged in already; the session of another user is ended first. Returns
 * whether the login is still in progress.
 */
const useTelegramLogin = (host: Host | null | undefined): boolean => {
  const { status, isAuthorized, logout } = useOpenAuth()
  const { submit, error } = useLogin('telegram')
  const attempts = useRef(0)
  const [isDone, setIsDone] = useState(() => initData() === undefined)
  useEffect(() => {
    const data = initData()
    if (!host || !data || status !== 'ready' || attempts.current >= MAX_ATTEMPTS) return
    const userId = String(userOf(data)['id'])
    if (isAuthorized && pageStorage.get(USER_KEY) === userId) return
    if (isAuthorized) return void logout()
    attempts.current += 1
    // Before the session begins, since this effect then runs again and compares the user.
    pageStorage.set(USER_KEY, userId)
    void submit(data).then(() => setIsDone(true))
  }, [host, status, isAuthorized, submit, logout])
  useEffect(() => {
    if (error) notify.error(t('login.telegramFailed', { reason: errorText(error) }))
  }, [error])
  useEffect(() => host?.ready(), [host])
  return !isDone && !isAuthorized && host !== null
}

/** Full height, the page's own colour for Telegram's bars, and no closing of the app by a vertical swipe, as scrolling needs. */
const setUpHost = (host: Host): void => {
  const ground = getComputedStyle(document.documentElement).backgroundColor
  host.expand()
  host.setHeaderColor(ground)
  host.setBackgroundColor(ground)
  host.setBottomBarColor(ground)
  host.disableVerticalSwipes()
}

/** Loads the host and logs in with init data inside Telegram; only renders its children elsewhere. */
export const TelegramHost = ({ children }: { children: ReactNode }) => {
  // Undefined until it is loaded.
  const [host, setHost] = useState<Host | null | undefined>(() => (isTelegram() ? undefined : null))
  const isLoginPending = useTelegramLogin(host)
  useEffect(() => {
    if (!isTelegram()) return
    void startLocale(languageOf(initData()))
    void loadHost(warn).then((loaded) => {
      if (loaded) setUpHost(loaded)
      setHost(loaded)
    })
  }, [])
  return (
    <HostContext value={host ?? null}>
      <LoginPendingContext value={isLoginPending}>{children}</LoginPendingContext>
    </HostContext>
  )
}
