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
    // The widget returns `false` if the user declined.
    return text ? (fromBase64Url(text) as TelegramData) || undefined : undefined
  } catch {
    return undefined
  }
}

/**
 * Reads the user data that Telegram passed to this page, if any: from its script (`Telegram.WebApp.initData`), from the
 * address of a mini-app (`#tgWebAppData=`), or from the Login Widget's return address (`#tgAuthResult=`).
 * https://core.telegram.org/bots/webapps · https://core.telegram.org/widgets/login
 */
export const readTelegramData = (): TelegramData | undefined => {
  const hash = new URLSearchParams(location.hash.slice(1))
  const initData = (globalThis as Host).Telegram?.WebApp?.initData || hash.get('tgWebAppData')
  return initData || widgetResult(hash.get('tgAuthResult'))
}

/** Whether a fragment contains Telegram's user data, which must not be passed on. */
export const hasTelegramData = (hash: string): boolean => /[#&]tg(WebApp\w*|AuthResult)=/.test(hash)
