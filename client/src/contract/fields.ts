import { z } from 'zod'

/** A moment: milliseconds since the epoch on the wire, a Date in the server. */
export const Instant = z
  .codec(z.int(), z.date(), { decode: (milliseconds) => new Date(milliseconds), encode: (date) => date.getTime() })
  .meta({ description: 'Milliseconds since the epoch' })

/** Any UUID, also those of imported users whatever their version bits. */
export const Id = z.guid()

/** The answer of calls that have nothing to tell. */
export const Empty = z.object({})

/** Text that a person typed: Unicode NFKC first, so that look-alike forms are one, then trimmed, then measured. */
export const text = (min: number, max: number) =>
  z
    .string()
    .normalize('NFKC')
    .trim()
    .min(min, min === 1 ? 'must not be empty' : `must have at least ${min} characters`)
    .max(max, `must have at most ${max} characters`)
    .regex(/^\P{Cc}*$/u, 'must not contain control characters')

/** A password is taken as typed, in NFKC, so that it can be typed on any keyboard. */
export const password = (min: number) =>
  z
    .string()
    .normalize('NFKC')
    .min(min, `must have at least ${min} characters`)
    .max(256, 'must have at most 256 characters')

/** An absolute http or https address, at most 2,048 characters. */
export const HttpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https address' }).max(2048)

/** Null where a form sends an empty string to clear a field. */
export const clearable = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? null : value), schema.nullable())

/** `?page=&limit=` */
export const Pagination = z.object({
  page: z.coerce.number<number>().int().min(1).max(1_000_000).default(1).describe('from 1'),
  limit: z.coerce.number<number>().int().min(1).max(100).default(20).describe('1 to 100'),
})

/** What stands beside a page of rows. */
export const PageMeta = z.object({ totalItems: z.int(), totalPages: z.int() }).meta({ id: 'PageMeta' })
