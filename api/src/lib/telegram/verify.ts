import { createHash, createHmac, createPublicKey, verify as verifySignature } from 'node:crypto'
import { z } from 'zod'
import { checkString, isHmac } from './check-string.ts'

/** Who the data speaks of. `id` is the numeric user id, as text. */
export interface TelegramUser {
  id: string
  name: string | null
  photoUrl: string | null
}

/** What verified data says. `proof` names this very data, whoever sends it and in whichever order. */
export interface TelegramLogin {
  user: TelegramUser
  authDate: Date
  proof: string
}

/** Data that is no proof: `invalid` forged or malformed, `expired` too old. */
export class TelegramDataError extends Error {
  override readonly name = 'TelegramDataError'
  readonly reason: 'invalid' | 'expired'
  constructor(reason: 'invalid' | 'expired', message: string) {
    super(message)
    this.reason = reason
  }
}

/** The bot whose data it must be: with a token, or known by its id alone, whose data Telegram itself signs. */
export interface TelegramBot {
  token: string | null
  id: string | null
  /** Ed25519, hex: the key with which Telegram signs data for third parties. */
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

/** Telegram's clock and this one may differ by so much. Seconds. */
const CLOCK_TOLERANCE = 60

const invalid = (message: string): TelegramDataError => new TelegramDataError('invalid', message)

/** The fields of a query string; the same name twice could be signed as one and read as the other. */
const fieldsOf = (data: string | Record<string, string | number | boolean>): Map<string, string> => {
  const pairs =
    typeof data === 'string'
      ? [...new URLSearchParams(data)]
      : Object.entries(data).map(([key, value]) => [key, String(value)] as const)
  const fields = new Map<string, string>()
  for (const [key, value] of pairs) {
    if (fields.has(key)) throw invalid(`the field ${key.slice(0, 32)} stands there twice`)
    if (/[\n=]/.test(key) || value.includes('\n')) throw invalid('a field is malformed')
    fields.set(key, value)
  }
  return fields
}

const botIdOf = ({ token, id }: TelegramBot): string | null => token?.split(':', 1)[0] ?? id

/** A raw Ed25519 key in the envelope that node:crypto reads (RFC 8410). */
const ed25519Key = (hex: string) =>
  createPublicKey({
    key: Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), Buffer.from(hex, 'hex')]),
    format: 'der',
    type: 'spki',
  })

/** The form for third parties. https://core.telegram.org/bots/webapps#validating-data-for-third-party-use */
const isSignedByTelegram = (fields: Map<string, string>, bot: TelegramBot): boolean => {
  const botId = botIdOf(bot)
  const signature = Buffer.from(fields.get('signature') ?? '', 'base64url')
  if (!botId || signature.length !== 64) return false
  const text = `${botId}:WebAppData\n${checkString(fields, ['hash', 'signature'])}`
  return verifySignature(null, Buffer.from(text), ed25519Key(bot.publicKey), signature)
}

/** With the bot's token its HMAC decides; Telegram's own signature counts where there is no token, or no hash. */
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
  if (!user.success) throw invalid('it names no user')
  const { id, first_name, last_name, username, photo_url } = user.data
  return {
    id,
    name: [first_name, last_name].filter(Boolean).join(' ') || username || null,
    photoUrl: photo_url ?? null,
  }
}

/**
 * Verifies what a mini-app or the Login Widget got from Telegram: init data as it came, or the widget's fields.
 * Throws TelegramDataError where it was forged, belongs to another bot, comes from the future, or is older than `maxAge`.
 */
export const verifyTelegramData = (
  data: string | Record<string, string | number | boolean>,
  bot: TelegramBot,
  now = Date.now(),
): TelegramLogin => {
  const fields = fieldsOf(data)
  const genuine = fields.has('user') ? isMiniAppData(fields, bot) : isWidgetData(fields, bot)
  if (!genuine) throw invalid('its signature is not right for the bot of this app')
  const seconds = fields.get('auth_date') ?? ''
  if (!/^\d{1,12}$/.test(seconds)) throw invalid('it has no auth_date')
  const age = now / 1000 - Number(seconds)
  if (age < -CLOCK_TOLERANCE) throw invalid('its auth_date is in the future')
  if (age > bot.maxAge) throw new TelegramDataError('expired', `it is older than ${bot.maxAge} seconds`)
  const proof = createHash('sha256')
    .update(checkString(fields, ['hash', 'signature']))
    .digest('base64url')
  return { user: readUser(fields), authDate: new Date(Number(seconds) * 1000), proof }
}
