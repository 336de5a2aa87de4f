import * as z from 'zod'
import { MAX_PASSWORD, MIN_PASSWORD } from './facts/passwords.ts'
import { normalizeText, visibleSign, visibleForm } from './facts/text.ts'

/** A time: milliseconds since the epoch on the wire, a Date in the server. */
export const Instant = z
  .codec(z.int().min(0).max(253_402_300_799_999), z.date(), {
    decode: (milliseconds) => new Date(milliseconds),
    encode: (date) => date.getTime(),
  })
  .meta({ description: 'Milliseconds since the epoch' })

/** The first time that no number of seconds since the epoch is taken for: 1973-03-03T09:46:40Z, in milliseconds. */
const FIRST_PAST = 100_000_000_000
/** How far clocks of other systems may be ahead, in milliseconds. */
const AHEAD = 86_400_000

/** A time at which something happened in another system: neither seconds since the epoch, nor the future. */
export const PastInstant = z
  .codec(
    z
      .int()
      .min(FIRST_PAST, 'must be milliseconds since the epoch, and after 1973; this may be seconds')
      .max(253_402_300_799_999, 'must be milliseconds since the epoch; this may be microseconds'),
    z.date().refine((date) => date.getTime() <= Date.now() + AHEAD, { error: 'must not be in the future' }),
    { decode: (milliseconds) => new Date(milliseconds), encode: (date) => date.getTime() },
  )
  .meta({ description: 'Milliseconds since the epoch' })

/**
 * A UUID with any version bits, since imported users may have such. Lower case, as the database returns it: seals, locks,
 * counters and audiences use this text, so an id must have one spelling.
 */
export const Id = z.guid().overwrite((id) => id.toLowerCase())

/** A key that operators choose: it stands in addresses and files, and is the same on every server. */
export const Key = z
  .string()
  .trim()
  .regex(/^[a-z0-9](?:[a-z0-9-]{0,30}[a-z0-9])?$/, 'must have 1 to 32 lower-case letters, digits or hyphens')

/** A partner's own id, compared exactly. Numbers are converted to their digits. */
export const ExternalId = z.union([z.string(), z.int().transform(String)]).pipe(
  z
    .string()
    .min(1, 'must not be empty')
    .max(255)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
)

/** The answer of calls without a result. */
export const Empty = z.object({})

const typed = (min: number, max: number, allowed: RegExp, message: string) =>
  z
    .string()
    .overwrite(normalizeText)
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .regex(allowed, message)

/** Typed text: normalized by Unicode NFKC, so that compatible forms are equal, then trimmed, then measured. */
export const text = (min: number, max: number) => typed(min, max, /^\P{Cc}*$/u, 'must not contain control characters')

const onlyVisible = 'must not contain control or invisible characters'

/**
 * A name that identifies a person or app to others: no invisible characters, and none that turn its direction around
 * (Unicode UTS #39).
 */
export const name = (min: number, max: number) => typed(min, max, visibleForm, onlyVisible)

/** Joiners between letters or emoji, and an emoji's variation selector (Unicode UTS #51, UAX #31 section 2.3). */
const joined =
  '(?<=[\\p{L}\\p{M}\\p{Emoji}\\uFE0F])[\\u200C\\u200D](?=[\\p{L}\\p{Emoji}])|(?<=\\p{Emoji})[\\uFE0E\\uFE0F]'

/** Sentences for others to read: as a name, with the joiners that some scripts and emoji are written with. */
export const visibleText = (min: number, max: number) =>
  typed(min, max, new RegExp(`^(?:${visibleSign}|${joined})*$`, 'u'), onlyVisible)

/** Normalizes a password by NFKC, so that it can be typed on any keyboard. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

const tooLong = `must have at most ${MAX_PASSWORD} characters`

/** A new password, as typed. */
export const password = (min = MIN_PASSWORD) =>
  z.string().overwrite(normalizePassword).min(min, `must have at least ${min} characters`).max(MAX_PASSWORD, tooLong)

/**
 * A password to check. Its length is measured normalized, but it stays as sent: the hash of an imported user may be of
 * text that was never normalized.
 */
export const submittedPassword = (min: number) =>
  z
    .string()
    .refine((sent) => normalizePassword(sent).length >= min, { error: `must have at least ${min} characters` })
    .refine((sent) => normalizePassword(sent).length <= MAX_PASSWORD, { error: tooLong })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: MAX_PASSWORD })

/** Whether the URL parser finds a user name or password; it also does in forms such as `https:///name@host`. */
export const hasUserInfo = (address: string): boolean => {
  const { username, password } = new URL(address)
  return username !== '' || password !== ''
}

/** An absolute http or https address, at most 2,048 characters. */
export const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .max(2048)
  .refine((value) => !/\p{Cc}/u.test(value) && !hasUserInfo(value), {
    error: 'must be an http or https address without user name and control characters',
  })
  .overwrite((value) => new URL(value).href)

/** An exact web origin: scheme, host and port, without path, query or user name. */
export const Origin = z
  .string()
  .max(255)
  .refine((value) => URL.canParse(value), { error: 'must be an origin such as https://example.com', abort: true })
  .refine(
    (value) => {
      const url = new URL(value)
      const bare =
        url.pathname === '/' &&
        !url.search &&
        !url.hash &&
        !url.username &&
        !url.password &&
        !url.hostname.includes('*')
      return /^https?:$/.test(url.protocol) && bare && !value.includes('\\')
    },
    { error: 'must be an origin such as https://example.com, without path, query or user name', abort: true },
  )
  .overwrite((value) => new URL(value).origin)

/** A nullable field; an empty string, which forms send to clear a field, becomes null. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable(),
    // The schema states the documented input; empty strings are tolerated.
  ) as unknown as z.ZodNullable<T>

/** An optional field; null and an empty string, which old clients send for an absent value, become undefined. */
export const emptyAsUndefined = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    schema.optional(),
  ) as unknown as z.ZodOptional<T>

/**
 * An object that takes exactly one of several sets of fields. Its JSON Schema has the sets as `oneOf`, which become
 * alternatives in the OpenAPI document.
 */
export const exactlyOneOf = <S extends z.ZodRawShape>(object: z.ZodObject<S>, sets: (keyof S & string)[][]) =>
  object
    .refine(
      (input) => {
        const isGiven = (name: string) => (input as Record<string, unknown>)[name] !== undefined
        const touched = sets.filter((names) => names.some(isGiven))
        return touched.length === 1 && touched[0]!.every(isGiven)
      },
      { error: `give exactly one of ${sets.map((names) => names.join(' with ')).join(', ')}` },
    )
    .meta({ oneOf: sets.map((required) => ({ required })) })

/**
 * A field that earlier servers also took as text. What callers should send is what the schema says; text that `read` does not
 * know goes to the schema as it is, and is refused.
 */
const alsoAsText = <T extends z.ZodType>(schema: T, read: (text: string) => unknown) =>
  z.preprocess((value) => (typeof value === 'string' ? read(value) : value), schema) as unknown as T

/** A number, or a text of decimal digits as in paths and queries. */
export const decimal = <T extends z.ZodType>(schema: T) =>
  alsoAsText(schema, (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text))

const booleans = new Map<string, boolean>([
  ['true', true],
  ['false', false],
])

/** A boolean, or its text: `true` or `false`. */
export const flag = <T extends z.ZodType>(schema: T) => alsoAsText(schema, (text) => booleans.get(text) ?? text)

/** How long a rotated secret of an app stays valid. */
export const OverlapSeconds = z
  .int()
  .min(0)
  .max(30 * 86_400)
  .default(0)
  .describe('how long the old secret stays valid')

/** A username for logins. */
export const Username = name(3, 64)

/** `?page=&limit=` */
export const Pagination = z.object({
  page: decimal(z.int().min(1).max(1_000_000).default(1).describe('from 1')),
  limit: decimal(z.int().min(1).max(100).default(20).describe('1 to 100')),
})

/** The metadata of a page of rows. */
export const PageMeta = z.object({ totalItems: z.int(), totalPages: z.int() }).meta({ id: 'PageMeta' })

/** The number of an admin. */
export const AdminId = decimal(z.int().min(1).max(2_147_483_647))

/** Where a session began, as far as the server knows. */
export const placeFields = {
  country: z
    .string()
    .nullable()
    .describe(
      'the country of that address at the login, as an ISO 3166-1 code such as DE; null if it is not known, or if the server has no file of places (OPENAUTH_GEOIP_FILE)',
    ),
  city: z
    .string()
    .nullable()
    .describe('the city, in English; null as for the country, and where the file has countries only'),
}
