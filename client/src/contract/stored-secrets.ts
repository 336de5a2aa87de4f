import { z } from 'zod'
import type { Route } from './route.ts'

const secrets = z.registry<object>()

/** Declares a field of an answer as a stored secret. API clients get its value; a console's pages get a mark. */
export const storedSecret = <T extends z.ZodType>(schema: T): T => {
  secrets.add(schema, {})
  return schema
}

/**
 * Returns what stands for a secret's value. Equal values have equal marks, so that a page can tell that a secret was
 * replaced; the value does not follow from the mark.
 */
export type Mark = (value: string) => string

/** The text of a mark: the prefix, and 16 characters of a keyed digest in base64url. */
export const markOfDigest = (digest: string): string => `set:${digest.slice(0, 16)}`

/** Whether a text has the form of a mark. Sent back by a page, it must not replace the secret that it stands for. */
export const isMark = (text: string): boolean => /^set:[\w-]{16}$/.test(text)
type Conceal = (value: unknown, mark: Mark) => unknown

interface Definition {
  shape?: Record<string, z.ZodType>
  element?: z.ZodType
  innerType?: z.ZodType
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null

/** An object with secrets keeps declared fields only: a newer server may have secrets that are not in this contract. */
const concealFields =
  (fields: [string, Conceal | undefined][]): Conceal =>
  (value, mark) =>
    isRecord(value)
      ? Object.fromEntries(
          fields
            .filter(([name]) => Object.hasOwn(value, name))
            .map(([name, conceal]) => [name, conceal ? conceal(value[name], mark) : value[name]]),
        )
      : null

const concealItems =
  (conceal: Conceal): Conceal =>
  (value, mark) =>
    Array.isArray(value) ? value.map((item) => conceal(item, mark)) : null

/** Undefined if the schema has no secret in objects, arrays, and what is optional or nullable. */
const concealOf = (schema: z.ZodType): Conceal | undefined => {
  if (secrets.has(schema)) return (value, mark) => (typeof value === 'string' && value !== '' ? mark(value) : null)
  const { shape, element, innerType } = schema.def as Definition
  if (element) {
    const conceal = concealOf(element)
    return conceal && concealItems(conceal)
  }
  if (innerType) {
    const conceal = concealOf(innerType)
    return conceal && ((value, mark) => (value === null || value === undefined ? value : conceal(value, mark)))
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
export const concealStoredSecrets = (route: Route, body: unknown, mark: Mark): unknown =>
  hasStoredSecrets(route) ? known.get(route)!(body, mark) : body
