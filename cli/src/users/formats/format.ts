import type { Provider, RowIssue } from '@openauth/client'
import { redirectProviders } from '@openauth/client/light'
import { isRecord } from '../../fields.ts'
import { parseJson } from '../../parse-json.ts'

export interface MapOptions {
  /** The parameters of Firebase's scrypt that a project has; see readHashConfig. */
  hashConfig?: FirebaseHashConfig | undefined
}

/** `hash_config` as Firebase's console shows it. */
export interface FirebaseHashConfig {
  signerKey: string
  saltSeparator: string
  rounds: number
  memCost: number
}

/** An account at a provider that this platform has too. */
export interface DraftAccount {
  provider: Provider
  subject: string
  display?: string | undefined
}

/** Milliseconds since the epoch; a text that is no time, which refuses the row. */
type DraftTime = number | string | undefined

/** What a format knows of a user, before the options of the import decide what becomes of it. */
export interface Draft {
  /** Kept where it is a UUID; any other id becomes the external id. */
  id?: string | undefined
  email?: string | undefined
  emailVerified?: boolean
  username?: string | undefined
  accounts?: DraftAccount[]
  displayName?: string | undefined
  avatar?: string | undefined
  createdAt?: DraftTime
  lastSeenAt?: DraftTime
  disabled?: boolean | undefined
  passwordHash?: string | undefined
  /** What cannot be imported of it, and refuses the row. */
  issues?: RowIssue[]
}

export type Fields = Record<string, unknown>

/** A file format of another system: one module, which names the vendor's page. */
export interface Format {
  name: string
  /** Whether a record is one of this format, by fields that no other has. */
  fits: (record: Fields) => boolean
  /** A user, or a row that is in this platform's form already. */
  map: (record: Fields, options: MapOptions) => Draft | { row: Fields; issues?: RowIssue[] }
}

/** A text that is not empty. */
export const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined
}

/** Whether a field says yes, in one of the spellings of exports. */
export const isTrue = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && /^(true|t|1|yes)$/i.test(value))

/** An object of a record; empty where there is none. */
export const fieldsOf = (value: unknown): Fields => (isRecord(value) ? value : {})

/** The objects of a list of a record. */
export const listOf = (value: unknown): Fields[] => (Array.isArray(value) ? value.map(fieldsOf) : [])

/** JSON in a cell, such as a column of type jsonb; an object where it is none. */
export const jsonOf = (value: unknown): unknown => {
  return typeof value === 'string' ? parseJson(value) : value
}

const ISO =
  /^(\d{4})-(\d\d)-(\d\d)(?:[T ](\d\d):(\d\d)(?::(\d\d)(?:[.,](\d{1,9}))?)?(?:Z|([+-])(\d\d)(?::?(\d\d))?)?)?$/i

/** The parts of a date and time of ISO 8601 as milliseconds since the epoch, if the calendar and the day have them. */
const utcOf = (parts: string[]): number | undefined => {
  const [year, month, day, hour, minute, second] = parts.slice(0, 6).map((part) => Number(part || 0))
  const days = new Date(Date.UTC(year!, month! - 1, day))
  const isDay = days.getUTCFullYear() === year && days.getUTCMonth() === month! - 1 && days.getUTCDate() === day
  if (!isDay || hour! > 23 || minute! > 59 || second! > 59) return undefined
  const fraction = Number(`0.${parts[6] || 0}`)
  return days.getTime() + ((hour! * 60 + minute!) * 60 + second! + fraction) * 1000
}

/**
 * Milliseconds since the epoch of a time: milliseconds, ISO 8601, or as PostgreSQL prints it (`2024-01-02 03:04:05.67+00`); without a
 * zone it is of UTC. Undefined for anything else, such as a day that the calendar has not.
 */
export const instantOf = (value: unknown): number | undefined => {
  const text = textOf(value)
  if (text === undefined) return undefined
  const [, ...parts] = ISO.exec(text) ?? []
  const minutes = Number(parts[8] || 0) * 60 + Number(parts[9] || 0)
  const utc = parts.length > 0 && minutes < 1440 ? utcOf(parts) : undefined
  const local = utc === undefined ? undefined : utc - (parts[7] === '-' ? -minutes : minutes) * 60_000
  const time = /^\d{1,15}(\.\d+)?$/.test(text) ? Number(text) : (local ?? -1)
  return time >= 0 && time <= 253_402_300_799_999 ? Math.round(time) : undefined
}

/** Why a row is refused whose time is none. */
export const NO_TIME =
  'is no time: give milliseconds since the epoch, or a day of the calendar such as 2026-12-01T09:00Z'

/** The time of a user's field. Text that is none stays as it is. */
export const timeOf = (value: unknown): DraftTime => instantOf(value) ?? textOf(value)

/** A name of several parts. */
export const joined = (...parts: unknown[]): string | undefined =>
  textOf(
    parts
      .map(textOf)
      .filter((part) => part !== undefined)
      .join(' '),
  )

/** Providers by the names that vendors give them: their own, or another one. */
const providerNames: Record<string, Provider> = {
  ...Object.fromEntries(redirectProviders.map((provider) => [provider, provider])),
  'google-oauth2': 'google',
  'google.com': 'google',
  'github.com': 'github',
  'twitter.com': 'twitter',
  x: 'twitter',
  'apple.com': 'apple',
  signinwithapple: 'apple',
}

/** An account by the vendor's name of its provider; undefined for providers that this platform has not. */
export const accountOf = (provider: unknown, id: unknown, display?: unknown): DraftAccount[] => {
  const known = providerNames[(textOf(provider) ?? '').toLowerCase().replace(/^oauth_/, '')]
  const subject = textOf(id)
  return known && subject ? [{ provider: known, subject, display: textOf(display) }] : []
}

/** A row that is refused because its password has a hash that no login could check. */
export const hashIssue = (kind: string): RowIssue => ({
  path: 'passwordHash',
  message: `is ${kind}, which is not supported. Leave it out, or import with --without-passwords`,
})
