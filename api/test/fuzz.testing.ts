import { type Route, pathTokens, sendsQuery } from '@openauth/client'
import * as z from 'zod'

/** Numbers from 0 up to 1, the same for the same seed. https://github.com/cprosche/mulberry32 (public domain) */
const randomOf = (seed: number) => {
  let state = seed
  return (): number => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

interface Schema {
  $ref?: string
  $defs?: Record<string, Schema>
  type?: string
  format?: string
  const?: unknown
  enum?: unknown[]
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  properties?: Record<string, Schema>
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
}

/**
 * Values that often break programs: limits of types, encodings and sizes, and texts with a meaning in some language.
 */
const hostileTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  'x\udc00',
  '\u202e',
  '\ufeff',
  '\u200b',
  'ﷺ',
  'e\u0301',
  '😀',
  '٣',
  'ＡＤＭＩＮ',
  'İ',
  "' OR 1=1--",
  '"; DROP TABLE "User"; --',
  '%',
  '%00',
  '%ff',
  '_',
  '\\',
  '../../etc/passwd',
  '/',
  '.',
  '<script>',
  'null',
  'undefined',
  'NaN',
  '-1',
  '0x10',
  '1e400',
  '00000000-0000-0000-0000-000000000000',
  '9'.repeat(80),
  '__proto__',
  'constructor',
  'toString',
  '${7*7}',
  '{{7*7}}',
  'http://[::1',
  'javascript:alert(1)',
  'a@b',
  '\r\nx: y',
  'a'.repeat(300),
  'a'.repeat(5000),
  '\u0300'.repeat(400),
  '['.repeat(1000),
]
const hostileNumbers = [0, -0, -1, 1, 0.1, 2 ** 31, 2 ** 53, -(2 ** 63), 1e308, 5e-324, 253_402_300_800_000]
const nested = (depth: number): unknown => (depth === 0 ? 1 : { a: [nested(depth - 1)] })
const hostileValues: unknown[] = [
  null,
  true,
  false,
  [],
  {},
  [[]],
  [null],
  nested(60),
  Array.from({ length: 1500 }, () => 'x'),
  { length: 1e9 },
  Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`k${index}`, index])),
  { toJSON: 1 },
]
const hostileBodies = [
  '',
  ' ',
  'null',
  '[]',
  '"text"',
  '1',
  '{',
  '{"a":',
  '{"__proto__":{"admin":true}}',
  '\ufeff{}',
  '{"a":1e400}',
]
const hostileHeaders: Record<string, string>[] = [
  { 'content-type': 'text/plain' },
  { 'content-type': 'application/json; charset=utf-16' },
  { 'content-type': 'application/x-www-form-urlencoded' },
  { 'content-type': ';;;' },
  { 'user-agent': `\u00e9\u0080${'x'.repeat(2000)}` },
  { 'x-forwarded-for': '::ffff:999.1.1.1, , 10.0.0.1' },
  { cookie: 'openauth_device=; __proto__=1; openauth_login=x' },
  { origin: 'null', 'sec-fetch-site': 'cross-site' },
  { host: 'evil.example', 'accept-language': '*;q=9' },
  { 'content-encoding': 'gzip' },
]

/** Existing values by the name of their field: requests that are only refused do not reach the database. */
export type Realistic = Record<string, unknown[]>

export interface FuzzedRequest {
  method: Route['method']
  url: string
  headers: Record<string, string>
  payload?: string
}

/** Creates requests of a route from the next random numbers. */
export const createFuzz = (seed: number) => {
  const random = randomOf(seed)
  const below = (count: number): number => Math.floor(random() * count)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const chance = (share: number): boolean => random() < share

  const hostile = (): unknown =>
    pick([() => pick(hostileTexts), () => pick(hostileNumbers), () => pick(hostileValues)])()

  const text = ({ format, minLength = 1, maxLength = 40 }: Schema): string => {
    if (format === 'uuid' || format === 'guid')
      return `7d1c6a3e-58b1-4f6a-9d43-${below(2 ** 40)
        .toString(16)
        .padStart(12, '0')}`
    if (format === 'uri') return `https://${below(1000)}.example/path`
    return 'abcdefghij'.repeat(10).slice(0, Math.min(maxLength, minLength + below(8), 100))
  }

  const fitting = (schema: Schema, defs: Record<string, Schema>): unknown => {
    if (schema.$ref) return fitting(defs[schema.$ref.replace('#/$defs/', '')] ?? {}, defs)
    if ('const' in schema) return schema.const
    if (schema.enum) return pick(schema.enum)
    const options = schema.anyOf ?? schema.oneOf
    if (options) return fitting(pick(options), defs)
    if (schema.type === 'string') return text(schema)
    if (schema.type === 'boolean') return chance(0.5)
    if (schema.type === 'null') return null
    if (schema.type === 'array') return Array.from({ length: below(4) }, () => value('', schema.items ?? {}, defs, {}))
    if (schema.type === 'object') return fields(schema, defs, {})
    const { minimum = 0, maximum = 1000 } = schema
    return minimum + below(Math.min(1000, maximum - minimum + 1))
  }

  const value = (name: string, schema: Schema, defs: Record<string, Schema>, known: Realistic): unknown => {
    if (chance(0.2)) return hostile()
    return known[name] && chance(0.7) ? pick(known[name]) : fitting(schema, defs)
  }

  const fields = (schema: Schema, defs: Record<string, Schema>, known: Realistic): Record<string, unknown> => {
    const made = Object.entries(schema.properties ?? {})
      .filter(() => chance(0.8))
      .map(([name, field]) => [name, value(name, field, defs, known)])
    const stray = chance(0.1) ? [[pick(hostileTexts), hostile()]] : []
    return Object.fromEntries([...made, ...stray]) as Record<string, unknown>
  }

  /** A lone surrogate has no encoding in UTF-8, and thus none in a URL. */
  const encoded = (raw: unknown): string =>
    encodeURIComponent((typeof raw === 'string' ? raw : (JSON.stringify(raw) ?? '')).toWellFormed().slice(0, 1500))

  const segment = (token: string, known: Realistic): string => {
    if (known[token] && chance(0.7)) return encoded(pick(known[token]))
    return chance(0.1) ? pick(['%', '%00', '%ff', '%2F', '%2e%2e', '1%0A']) : encoded(pick(hostileTexts)) || '-'
  }

  const schemas = new Map<Route, Schema>()
  const schemaOf = (route: Route): Schema => {
    const schema =
      schemas.get(route) ?? (z.toJSONSchema(route.input, { io: 'input', unrepresentable: 'any' }) as Schema)
    schemas.set(route, schema)
    return schema
  }

  return {
    chance,
    pick,
    request: (route: Route, known: Realistic, token: string | undefined): FuzzedRequest => {
      const schema = schemaOf(route)
      const tokens = pathTokens(route.path)
      const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => segment(name, known))
      const properties = Object.entries(schema.properties ?? {}).filter(([name]) => !tokens.includes(name))
      const input = fields({ properties: Object.fromEntries(properties) }, schema.$defs ?? {}, known)
      const headers = {
        ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        ...(sendsQuery(route) ? {} : { 'content-type': 'application/json' }),
        ...(chance(0.15) ? pick(hostileHeaders) : {}),
      }
      if (!sendsQuery(route)) {
        const payload = chance(0.05) ? pick(hostileBodies) : JSON.stringify(input)
        return { method: route.method, url: path, headers, payload }
      }
      const query = Object.entries(input).map(([name, given]) => `${encoded(name)}=${encoded(given)}`)
      if (chance(0.05)) query.push(pick(['%', 'page=%ff', 'a=1&a=2', '=', '&&', '__proto__=1']))
      return { method: route.method, url: `${path}?${query.join('&')}`, headers }
    },
  }
}
