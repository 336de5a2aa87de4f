import { createHmac, timingSafeEqual } from 'node:crypto'

/** Telegram's data-check-string: sorted `key=value` lines. https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app */
export const checkString = (fields: ReadonlyMap<string, string>, leftOut: readonly string[]): string =>
  [...fields]
    .filter(([key]) => !leftOut.includes(key))
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n')

/** Whether `hash`, in hex, is the HMAC-SHA256 of the text. Compared in constant time. */
export const isHmac = (hash: string | undefined, key: Buffer, text: string): boolean => {
  if (!hash || !/^[0-9a-f]{64}$/i.test(hash)) return false
  return timingSafeEqual(createHmac('sha256', key).update(text).digest(), Buffer.from(hash, 'hex'))
}
