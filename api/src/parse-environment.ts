import { isIPv4, isIPv6 } from 'node:net'
import * as z from 'zod'

/** Invalid settings prevent the start; the message lists every problem. */
export class SettingsError extends Error {
  override readonly name = 'SettingsError'
}

/** An empty variable counts as unset. */
export const nonEmptyVariables = (environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''))

/** A whole number within a range, both ends included. */
export const wholeNumber = (min: number, max: number) =>
  z
    .string()
    .refine((value) => /^-?\d{1,16}$/.test(value) && Number(value) >= min && Number(value) <= max, {
      error: `must be a whole number from ${min} to ${max}`,
    })
    .transform(Number)

/** One of several names. */
export const oneOf = <const Name extends string>(names: readonly Name[]) =>
  z.enum(names, { error: `must be one of ${names.join(', ')}` })

/** Items separated by commas; empty items are dropped. */
export const list = z.string().transform((value) =>
  value
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean),
)

/** An address with one of the protocols. */
export const url = (protocol: RegExp, example: string) => z.url({ protocol, error: `must look like ${example}` })

/** `10.0.0.0/8`, `::1`, and the named ranges of proxy-addr (https://www.npmjs.com/package/proxy-addr). */
export const isAddressRange = (text: string): boolean => {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true
  const [address = '', bits] = text.split('/')
  const maxBits = isIPv4(address) ? 32 : isIPv6(address) ? 128 : -1
  return maxBits > 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= maxBits))
}

/** `bscTestnet` → `BSC_TESTNET`, for names of variables. */
export const constantCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()

type Variables = Record<string, z.ZodType>
type Values<V extends Variables> = { [Name in keyof V]: z.output<V[Name]> }

/**
 * A check across several settings that reports each violation. Settings that are invalid by themselves are undefined.
 */
export type Rule<Env> = (
  env: Partial<Env>,
  reportProblem: (variable: keyof Env & string, message: string) => void,
) => void

const problemOf = (schema: z.ZodType, value: unknown): { value: unknown } | { problem: string } => {
  const parsed = schema.safeParse(value)
  return parsed.success ? { value: parsed.data } : { problem: parsed.error.issues[0]!.message }
}

/** Throws SettingsError with every wrong setting, one per line: its name, and what it must be. */
export const parseEnvironment = <V extends Variables>(
  variables: V,
  given: NodeJS.ProcessEnv,
  ...rules: Rule<Values<V>>[]
): Values<V> => {
  const problems = new Map<string, string>()
  const values: Record<string, unknown> = {}
  for (const [name, schema] of Object.entries(variables)) {
    const result = problemOf(schema, given[name])
    if ('problem' in result) problems.set(name, result.problem)
    else values[name] = result.value
  }
  const reportProblem = (name: string, message: string) => void (problems.has(name) || problems.set(name, message))
  for (const rule of rules) rule(values as Partial<Values<V>>, reportProblem)
  if (problems.size === 0) return values as Values<V>
  const lines = [...problems].map(([name, problem]) => `  ${name}: ${problem}`)
  throw new SettingsError(`The settings do not allow a start:\n${lines.join('\n')}`)
}

/** Levenshtein's distance: https://en.wikipedia.org/wiki/Levenshtein_distance */
const distance = (one: string, other: string): number => {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [i, letter] of one.split('').entries()) {
    const next = [i + 1]
    for (const [j, its] of other.split('').entries())
      next.push(Math.min(row[j + 1]! + 1, next[j]! + 1, row[j]! + (letter === its ? 0 : 1)))
    row = next
  }
  return row.at(-1)!
}

/** Variables of the CLI, the signer and the tests, which may share the server's environment. */
const isOfOthers = (name: string): boolean =>
  /^OPENAUTH_(ENDPOINT|TOKEN|PASSWORD|URL|SIGNER_SOCKET|SCREENSHOTS|TEST_.*)$/.test(name)

/** A line for every unknown OPENAUTH_ or PLAYER_ variable, with the nearest known name. */
export const unknownSettings = (known: string[], given: NodeJS.ProcessEnv): string[] =>
  Object.keys(given)
    .filter((name) => /^(OPENAUTH|PLAYER)_/.test(name) && !known.includes(name) && !isOfOthers(name))
    .map((name) => {
      const nearest = known.reduce((best, next) => (distance(name, next) < distance(name, best) ? next : best))
      return `${name} is not a setting and is ignored; the nearest one is ${nearest}.`
    })
