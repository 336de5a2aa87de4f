import { createHash, createHmac, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { stable, type Person } from './people.ts'
import { clock } from './state.ts'
import type { State } from './model.ts'

export const hosts = { telegramApi: 'api.telegram.org' } as const
export const browserHosts = { telegramOauth: 'oauth.telegram.org' } as const

/** A person's id at Telegram. */
export const subject = ({ number }: Person): number => 279_058_300 + number

export interface Bot {
  token: string
  username: string
  /** The part of the token before the colon. */
  id: number
}
export type BotOwner = 'own' | 'foreign'

const bot = (id: number, owner: BotOwner): Bot => ({
  id,
  username: `${owner}_game_bot`,
  token: `${id}:AAH${stable('telegram', owner).slice(0, 32)}`,
})

export const bots: Record<BotOwner, Bot> = { own: bot(110_201_543, 'own'), foreign: bot(110_201_544, 'foreign') }

/** RFC 8410: the bytes before the 32 bytes of an Ed25519 key in PKCS#8. */
const PKCS8_HEAD = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The same in every run, so that an API server can go on when the identity world starts again. */
const signingKey = (): KeyObject =>
  createPrivateKey({
    key: Buffer.concat([PKCS8_HEAD, Buffer.from(stable('telegram signs'), 'hex')]),
    format: 'der',
    type: 'pkcs8',
  })

/** The 32 bytes in hex, in place of the key that Telegram publishes. */
export const telegramPublicKey = (): string =>
  createPublicKey(signingKey()).export({ type: 'spki', format: 'der' }).subarray(-32).toString('hex')

type Fields = Record<string, string>

const checkString = (fields: Fields, without: readonly string[]): string =>
  Object.keys(fields)
    .filter((name) => !without.includes(name))
    .sort()
    .map((name) => `${name}=${fields[name]}`)
    .join('\n')

const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** https://core.telegram.org/bots/webapps#validating-data-received-via-the-mini-app */
const hashOf = (fields: Fields, token: string): string =>
  hmac(hmac('WebAppData', token), checkString(fields, ['hash'])).toString('hex')

/** https://core.telegram.org/bots/webapps#validating-data-for-third-party-use */
const signatureOf = (fields: Fields, botId: number): string => {
  const text = `${botId}:WebAppData\n${checkString(fields, ['hash', 'signature'])}`
  return sign(null, Buffer.from(text), signingKey()).toString('base64url')
}

const photoOf = (state: State, person: Person): { photo_url?: string } =>
  person.hasPicture ? { photo_url: `${state.url}/t.me/i/userpic/320/${person.slug}.png` } : {}

const userOf = (state: State, person: Person) => ({
  id: subject(person),
  first_name: person.givenName,
  last_name: person.familyName,
  ...(person.slug !== 'three' && { username: person.username }),
  language_code: 'en',
  allows_write_to_pm: true,
  ...photoOf(state, person),
})

export interface InitDataOptions {
  /** The default is the own bot. */
  bot?: Bot
  /** Unix seconds; the default is now on the identity world's clock. */
  authDate?: number
  /** Set before signing; undefined removes a field. */
  fields?: Record<string, string | undefined>
  /**
   * `both` is what Telegram sends today; `hmac` what it sent before it had signatures; `ed25519` has no hash, so that
   * only the third-party check can accept it.
   */
  form?: 'hmac' | 'ed25519' | 'both'
}

const present = (fields: Record<string, string | undefined>): Fields =>
  Object.fromEntries(Object.entries(fields).filter((field): field is [string, string] => field[1] !== undefined))

const encoded = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&')

/** The value of `Telegram.WebApp.initData`: https://core.telegram.org/bots/webapps#webappinitdata */
export const initData = (state: State, person: Person, options: InitDataOptions = {}): string => {
  const { bot = bots.own, authDate = clock(state), fields, form = 'both' } = options
  const plain = present({
    // Telegram writes slashes in JSON with a backslash.
    user: JSON.stringify(userOf(state, person)).replaceAll('/', '\\/'),
    chat_instance: '8428209589180549439',
    chat_type: 'private',
    auth_date: String(authDate),
    ...fields,
  })
  const signed = form === 'hmac' ? plain : { ...plain, signature: signatureOf(plain, bot.id) }
  return encoded(form === 'ed25519' ? signed : { ...signed, hash: hashOf(signed, bot.token) })
}

export type WidgetOptions = Pick<InitDataOptions, 'bot' | 'authDate'>

/**
 * The data that the Login Widget passes to the page:
 * https://core.telegram.org/widgets/login#receiving-authorization-data
 */
export const widgetData = (state: State, person: Person, options: WidgetOptions = {}): Record<string, string> => {
  const { bot = bots.own, authDate = clock(state) } = options
  const user: ReturnType<typeof userOf> = userOf(state, person)
  const fields = present({
    id: String(user.id),
    first_name: user.first_name,
    last_name: user.last_name,
    username: user.username,
    photo_url: user.photo_url,
    auth_date: String(authDate),
  })
  const key = createHash('sha256').update(bot.token).digest()
  return { ...fields, hash: hmac(key, checkString(fields, ['hash'])).toString('hex') }
}
