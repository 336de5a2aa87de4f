import { readTelegramData, type TelegramData } from '@openauth/client/react'
import type { DemoConfig } from '../../app/config.ts'

type Purpose = 'login' | 'bind'
const PURPOSE = 'Demo:Telegram'

let isDeclined = false

/** What Telegram brought back to this page, taken off its address before anything is shown. */
const take = (): { data: TelegramData; purpose: Purpose } | undefined => {
  const begun = sessionStorage.getItem(PURPOSE)
  // A widget's answer that nobody here asked for is somebody else's login in a link.
  const isForeign = begun === null && location.hash.includes('tgAuthResult')
  const data = isForeign ? undefined : readTelegramData()
  const purpose = begun === 'bind' ? 'bind' : 'login'
  sessionStorage.removeItem(PURPOSE)
  isDeclined = !data && location.hash.includes('tgAuthResult')
  if (location.hash.includes('tg')) history.replaceState(history.state, '', location.pathname + location.search)
  return data ? { data, purpose } : undefined
}
let brought = take()

/** Gives what was brought for a purpose, once. */
export const consumeTelegramReturn = (purpose: Purpose): TelegramData | undefined => {
  if (brought?.purpose !== purpose) return undefined
  const { data } = brought
  brought = undefined
  return data
}

/** Whether the user has just cancelled in the Login Widget. */
export const wasDeclined = (): boolean => isDeclined
export const clearDeclined = (): void => {
  isDeclined = false
}

const navigateTo = (address: string, purpose: Purpose): void => {
  sessionStorage.setItem(PURPOSE, purpose)
  location.assign(address)
}
const here = (): string => location.origin + location.pathname

/** Reopens this page as a mini-app of the bot. */
export const launchMiniApp = ({ worldUrl }: DemoConfig, purpose: Purpose): void =>
  navigateTo(`${worldUrl}/telegram/launch?${new URLSearchParams({ bot: 'own', url: here() })}`, purpose)

/** https://core.telegram.org/widgets/login */
export const openWidget = ({ worldUrl, telegramBotId }: DemoConfig, purpose: Purpose): void => {
  const query = new URLSearchParams({ bot_id: telegramBotId ?? '', origin: location.origin, return_to: here() })
  navigateTo(`${worldUrl}/oauth.telegram.org/auth?${query}`, purpose)
}
