import { z } from 'zod'

/** A moment: milliseconds since the epoch on the wire, a Date in the server. */
export const Instant = z
  .codec(z.int().min(0).max(253_402_300_799_999), z.date(), {
    decode: (milliseconds) => new Date(milliseconds),
    encode: (date) => date.getTime(),
  })
  .meta({ description: 'Milliseconds since the epoch' })

/**
 * Any UUID, also those of imported users whatever their version bits. In lower case, as the database gives it back: seals,
 * locks, counters and audiences are made over this text, so that one id must have one spelling.
 */
export const Id = z.guid().overwrite((id) => id.toLowerCase())

/** An id of the partner's own, compared as it is given. Numbers are taken as their digits. */
export const ExternalId = z.union([z.string(), z.int().transform(String)]).pipe(
  z
    .string()
    .min(1, 'must not be empty')
    .max(255)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters'),
)

/** The answer of calls that have nothing to tell. */
export const Empty = z.object({})

const typed = (min: number, max: number, allowed: RegExp, message: string) =>
  z
    .string()
    .normalize('NFKC')
    .trim()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .regex(allowed, message)

/** Text that a person typed: Unicode NFKC first, so that look-alike forms are one, then trimmed, then measured. */
export const text = (min: number, max: number) => typed(min, max, /^\P{Cc}*$/u, 'must not contain control characters')

/** A name that others tell people or apps apart by: no characters that cannot be seen (Unicode UTS #39). */
export const name = (min: number, max: number) =>
  typed(
    min,
    max,
    /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u,
    'must not contain control or invisible characters',
  )

/** The form in which a password counts: NFKC, so that it can be typed on any keyboard. */
export const normalizePassword = (password: string): string => password.normalize('NFKC')

/** A new password, as typed. */
export const password = (min: number) =>
  z
    .string()
    .overwrite(normalizePassword)
    .min(min, `must have at least ${min} characters`)
    .max(256, 'must have at most 256 characters')

/**
 * A password to check, measured as typed and left as it was sent: the hash of an imported user may be of text that was
 * never normalized.
 */
export const submittedPassword = (min: number) =>
  z
    .string()
    .refine((sent) => normalizePassword(sent).length >= min, { error: `must have at least ${min} characters` })
    .refine((sent) => normalizePassword(sent).length <= 256, { error: 'must have at most 256 characters' })
    .meta({ ...(min > 0 ? { minLength: min } : {}), maxLength: 256 })

/** An absolute http or https address, at most 2,048 characters. */
export const HttpUrl = z
  .url({ protocol: /^https?$/, error: 'must be an http or https address', abort: true })
  .max(2048)
  .refine((value) => !/[\p{Cc}@]/u.test(value.split('/')[2] ?? '') && !/\p{Cc}/u.test(value), {
    error: 'must be an http or https address without user name and control characters',
  })
  .overwrite((value) => new URL(value).href)

/** An exact web origin: scheme, host and port, nothing behind it, and no user name in it. */
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

/** Null where a form sends an empty string to clear a field. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
    schema.nullable(),
    // What callers should send is what the schema says; the rest is tolerated.
  ) as unknown as z.ZodNullable<T>

/** Absent where an old client sends null or an empty string for what it does not mean. */
export const emptyAsUndefined = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (value === null || value === '' ? undefined : value),
    schema.optional(),
  ) as unknown as z.ZodOptional<T>

/**
 * An object that takes exactly one of several fields, or of several sets of fields. The sets stand in its JSON Schema as
 * `oneOf`, which the OpenAPI document states as alternatives.
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

/** A number in a path or query: decimal digits and nothing else, not whatever a program might read as one. */
export const decimal = <T extends z.ZodType>(schema: T) =>
  z.preprocess(
    (value) => (typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value),
    schema,
  ) as unknown as T

/** A username with which people log in. */
export const Username = name(3, 64)

/** `?page=&limit=` */
export const Pagination = z.object({
  page: decimal(z.int().min(1).max(1_000_000).default(1).describe('from 1')),
  limit: decimal(z.int().min(1).max(100).default(20).describe('1 to 100')),
})

/** What stands beside a page of rows. */
export const PageMeta = z.object({ totalItems: z.int(), totalPages: z.int() }).meta({ id: 'PageMeta' })
