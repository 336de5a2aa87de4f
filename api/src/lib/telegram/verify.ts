import { createHash, createHmac, createPublicKey, timingSafeEqual, verify as verifySignature } from 'node:crypto'
import * as z from 'zod'

/** Telegram's data-check-string: sorted `key=value` lines. https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app */
const checkString = (fields: ReadonlyMap<string, string>, leftOut: readonly string[]): string =>
  [...fields]
    .filter(([key]) => !leftOut.includes(key))
    .map(([key, value]) => `${key}=${value}`)
    .toSorted()
    .join('\n')

/** Whether `hash`, in hex, is the HMAC-SHA256 of the text. Compared in constant time. */
const isHmac = (hash: string | undefined, key: Buffer, text: string): boolean => {
  if (!hash || !/^[0-9a-f]{64}$/i.test(hash)) return false
  return timingSafeEqual(createHmac('sha256', key).update(text).digest(), Buffer.from(hash, 'hex'))
}

/** The user of the data. `id` is the numeric user id, as text. */
export interface TelegramUser {
  id: string
  name: string | null
  photoUrl: string | null
}

/** The content of verified data. `fingerprint` identifies this data, independent of its sender and field order. */
export interface TelegramLogin {
  user: TelegramUser
  authDate: Date
  fingerprint: string
}

/** Rejected data: `invalid` is forged or malformed, `expired` too old. */
export class TelegramDataError extends Error {
  override readonly name = 'TelegramDataError'
  readonly reason: 'invalid' | 'expired'
  constructor(reason: 'invalid' | 'expired', message: string) {
    super(message)
    this.reason = reason
  }
}

/** The bot that the data must belong to: with its token, or with its id alone, whose data Telegram itself signs. */
export interface TelegramBot {
  token: string | null
  id: string | null
  /** Ed25519, hex: Telegram's key for signatures for third parties. */
  publicKey: string
  /** Seconds. */
  maxAge: number
}

const User = z.object({
  id: z.union([z.int().positive(), z.string().regex(/^[1-9]\d{0,19}$/)]).transform(String),
  first_name: z.string().optional(),
  last_name: z.string().optional(),
  username: z.string().optional(),
  photo_url: z.string().optional(),
})

/** Tolerated difference between Telegram's clock and this one, in seconds. */
const CLOCK_TOLERANCE = 60

const invalid = (message: string): TelegramDataError => new TelegramDataError('invalid', message)

/**
 * The fields of a query string; a duplicate name is rejected, because verification and use could read different values.
 */
const fieldsOf = (data: string | Record<string, string | number | boolean>): Map<string, string> => {
  const pairs =
    typeof data === 'string'
      ? [...new URLSearchParams(data)]
      : Object.entries(data).map(([key, value]) => [key, String(value)] as const)
  const fields = new Map<string, string>()
  for (const [key, value] of pairs) {
    if (fields.has(key)) throw invalid(`the field ${key.slice(0, 32)} occurs twice`)
    if (/[\n=]/.test(key) || value.includes('\n')) throw invalid('a field is malformed')
    fields.set(key, value)
  }
  return fields
}

const botIdOf = ({ token, id }: TelegramBot): string | null => token?.split(':', 1)[0] ?? id

/** A raw Ed25519 key in the DER form that node:crypto accepts (RFC 8410). */
const ed25519Key = (hex: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(hex, 'hex')]),
    format: 'der',
    type: 'spki',
  })

/** The format for third parties. https://core.telegram.org/bots/webapps#validating-data-for-third-party-use */
const isSignedByTelegram = (fields: Map<string, string>, bot: TelegramBot): boolean => {
  const botId = botIdOf(bot)
  const signature = Buffer.from(fields.get('signature') ?? '', 'base64url')
  if (!botId || signature.length !== 64) return false
  const text = `${botId}:WebAppData\n${checkString(fields, ['hash', 'signature'])}`
  return verifySignature(null, Buffer.from(text), ed25519Key(bot.publicKey), signature)
}

/** With the bot's token the HMAC decides; Telegram's own signature is used if there is no token or no hash. */
const isMiniAppData = (fields: Map<string, string>, bot: TelegramBot): boolean => {
  if (!bot.token || !fields.has('hash')) return isSignedByTelegram(fields, bot)
  const key = createHmac('sha256', 'WebAppData').update(bot.token).digest()
  return isHmac(fields.get('hash'), key, checkString(fields, ['hash']))
}

/** https://core.telegram.org/widgets/login#checking-authorization */
const isWidgetData = (fields: Map<string, string>, { token }: TelegramBot): boolean =>
  token !== null &&
  isHmac(fields.get('hash'), createHash('sha256').update(token).digest(), checkString(fields, ['hash']))

const readUser = (fields: Map<string, string>): TelegramUser => {
  const text = fields.get('user')
  let raw: unknown = Object.fromEntries(fields)
  try {
    if (text !== undefined) raw = JSON.parse(text)
  } catch {
    throw invalid('user is not JSON')
  }
  const user = User.safeParse(raw)
  if (!user.success) throw invalid('it contains no user')
  const { id, first_name, last_name, username, photo_url } = user.data
  return {
    id,
    name: [first_name, last_name].filter(Boolean).join(' ') || username || null,
    photoUrl: photo_url ?? null,
  }
}

/**
 * Verifies the data of a mini-app or the Login Widget: raw init data, or the widget's fields. Throws TelegramDataError
 * if it was forged, belongs to another bot, is dated in the future, or is older than `maxAge`.
 */
export const verifyTelegramData = (
  data: string | Record<string, string | number | boolean>,
  bot: TelegramBot,
  now = Date.now(),
): TelegramLogin => {
  const fields = fieldsOf(data)
  const genuine = fields.has('user') ? isMiniAppData(fields, bot) : isWidgetData(fields, bot)
  if (!genuine) throw invalid('its signature is not valid for the bot of this app')
  const seconds = fields.get('auth_date') ?? ''
  if (!/^\d{1,12}$/.test(seconds)) throw invalid('it has no auth_date')
  const age = now / 1000 - Number(seconds)
  if (age < -CLOCK_TOLERANCE) throw invalid('its auth_date is in the future')
  if (age > bot.maxAge) throw new TelegramDataError('expired', `it is older than ${bot.maxAge} seconds`)
  const fingerprint = createHash('sha256')
    .update(checkString(fields, ['hash', 'signature']))
    .digest('base64url')
  return { user: readUser(fields), authDate: new Date(Number(seconds) * 1000), fingerprint }
}
