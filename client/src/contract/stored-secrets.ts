import * as z from 'zod'
import type { Route } from './route.ts'

const secrets = z.registry<object>()

/** Declares a field of an answer as a stored secret. API clients get its value; a console's pages get a mark. */
export const storedSecret = <T extends z.ZodType>(schema: T): T => {
  secrets.add(schema, {})
  return schema
}

/** A keyed digest of a text in base64url: HMAC-SHA-256 or as strong. No page has the key. */
export type KeyedDigest = (text: string) => string

/** The location of a secret: the id of its record, and the path of its field within the record. */
type Place = readonly string[]

/**
 * The mark that replaces a secret's value: a page can detect that the secret was replaced. The mark reveals neither the
 * value nor whether another field or another record has the same value.
 */
const markOf = (value: string, place: Place, digest: KeyedDigest): string =>
  `set:${digest(JSON.stringify([...place, value])).slice(0, 16)}`

/** Whether a text has the form of a mark. Sent back by a page, it must not replace the secret that it stands for. */
export const isMark = (text: string): boolean => /^set:[\w-]{16}$/.test(text)

type Conceal = (value: unknown, place: Place, digest: KeyedDigest) => unknown

interface Definition {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** Places are counted from the innermost record with an id, so that all answers with this record have the same marks. */
const placeOf = (value: Record<string, unknown>, place: Place): Place =>
  typeof value['id'] === 'string' ? [value['id']] : place

/** An object with secrets keeps declared fields only: a newer server may have secrets that are not in this contract. */
const concealFields =
  (fields: [string, Conceal | undefined][]): Conceal =>
  (value, place, digest) => {
    if (!isRecord(value)) return null
    const own = placeOf(value, place)
    return Object.fromEntries(
      fields
        .filter(([name]) => Object.hasOwn(value, name))
        .map(([name, conceal]) => [name, conceal ? conceal(value[name], [...own, name], digest) : value[name]]),
    )
  }

const concealItems =
  (conceal: Conceal): Conceal =>
  (value, place, digest) =>
    Array.isArray(value) ? value.map((item, index) => conceal(item, [...place, String(index)], digest)) : null

/** Undefined if the schema has no secret in objects, arrays, and what is optional or nullable. */
const concealOf = (schema: z.ZodType): Conceal | undefined => {
  if (secrets.has(schema))
    return (value, ...where) => (typeof value === 'string' && value !== '' ? markOf(value, ...where) : null)
  const { shape, element, innerType } = schema.def as Definition
  if (element) {
    const conceal = concealOf(element)
    return conceal && concealItems(conceal)
  }
  if (innerType) {
    const conceal = concealOf(innerType)
    return conceal && ((value, ...where) => (value === null || value === undefined ? value : conceal(value, ...where)))
  }
  const fields = Object.entries(shape ?? {}).map(([name, field]) => [name, concealOf(field)] as [string, Conceal])
  return fields.some(([, conceal]) => conceal) ? concealFields(fields) : undefined
}

const known = new Map<Route, Conceal | undefined>()

/** Whether answers of a route have stored secrets. */
export const hasStoredSecrets = (route: Route): boolean => {
  if (!known.has(route)) known.set(route, concealOf(z.object({ data: route.output, meta: route.meta ?? z.unknown() })))
  return known.get(route) !== undefined
}

/** The body of an answer with a mark in place of each stored secret. Secrets that are not set stay null. */
export const concealStoredSecrets = (route: Route, body: unknown, digest: KeyedDigest): unknown =>
  hasStoredSecrets(route) ? known.get(route)!(body, [], digest) : body
