import type { proofs } from '../contract/proofs.ts'
import type { z } from 'zod'

/** Init data of a mini-app as text, or what the Login Widget returned. */
export type TelegramData = z.input<typeof proofs.telegram.data>

type Host = { Telegram?: { WebApp?: { initData?: string } } }

const fromBase64Url = (text: string): unknown => {
  const bytes = Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0))
  return JSON.parse(new TextDecoder().decode(bytes)) as unknown
}

const widgetResult = (text: string | null): TelegramData | undefined => {
  try {
    // The widget answers `false` where the user has declined.
    return text ? (fromBase64Url(text) as TelegramData) || undefined : undefined
  } catch {
    return undefined
  }
}

/**
 * What Telegram told this page of its user, if anything: by its script (`Telegram.WebApp.initData`), in the address of a
 * mini-app (`#tgWebAppData=`), or in that to which the Login Widget returns (`#tgAuthResult=`).
 * https://core.telegram.org/bots/webapps · https://core.telegram.org/widgets/login
 */
export const readTelegramData = (): TelegramData | undefined => {
  const hash = new URLSearchParams(location.hash.slice(1))
  const told = (globalThis as Host).Telegram?.WebApp?.initData || hash.get('tgWebAppData')
  return told || widgetResult(hash.get('tgAuthResult'))
}

/** Whether an address shows what Telegram told, which must not travel on with it. */
export const hasTelegramData = (hash: string): boolean => /[#&]tg(WebApp\w*|AuthResult)=/.test(hash)
