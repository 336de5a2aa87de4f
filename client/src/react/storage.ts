import type { UserProfile } from '../contract/users.ts'
import { type Config, isConfig, isProfile } from './stored-values.ts'

/** The keys of stored values. Pages in the field share these exact names. */
export const storageKeys = {
  token: 'OpenAuth:Token',
  profile: 'OpenAuth:Profile',
  config: 'OpenAuth:Config',
} as const

export interface PersistedState {
  token: string | null
  profile: UserProfile | null
  config: Config | null
}
type Field = keyof PersistedState

const parseJson = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** Parses a stored value. Values of older versions or other programs that lack what pages read are treated as absent. */
const parseAs = <T>(isValid: (value: unknown) => value is T, text: string | null): T | null => {
  const value = text === null ? undefined : parseJson(text)
  return isValid(value) ? value : null
}

/** A JWT, plain or in the quotes of a page that stores JSON. */
const tokenIn = (text: string | null): string | null => /^"?([\w-]+\.[\w-]+\.[\w-]+)"?$/.exec(text ?? '')?.[1] ?? null

const parse: { [F in Field]: (text: string | null) => PersistedState[F] } = {
  token: tokenIn,
  profile: (text) => parseAs(isProfile, text),
  config: (text) => parseAs(isConfig, text),
}

/** The page's localStorage; undefined if it is missing or the browser blocks access to it. */
export const pageStorage = (): Storage | undefined => {
  try {
    return globalThis.window?.localStorage
  } catch {
    return undefined
  }
}

/**
 * Reads and writes stored values. An absent, blocked or full storage never throws: the session then lasts until the page
 * is closed, and no value of an earlier session stays for a reload to find.
 */
export const openPersistedStore = (storage: Storage | undefined) => {
  const read = <F extends Field>(field: F): PersistedState[F] => {
    try {
      return parse[field](storage?.getItem(storageKeys[field]) ?? null)
    } catch {
      return null
    }
  }
  const remove = (field: Field): void => {
    try {
      storage?.removeItem(storageKeys[field])
    } catch {
      // A blocked storage contains nothing to remove.
    }
  }
  const attempt = (field: Field, text: string): boolean => {
    try {
      storage?.setItem(storageKeys[field], text)
      return storage !== undefined
    } catch {
      return false
    }
  }
  /** Stores a value; null removes it. Returns whether that succeeded. */
  const write = (field: Field, value: PersistedState[Field]): boolean => {
    const text = value === null || typeof value === 'string' ? value : JSON.stringify(value)
    // No removal before the write: other tabs would treat it as a logout.
    if (text !== null && attempt(field, text)) return true
    remove(field)
    if (text === null || field !== 'token') return text === null
    // Frees space for the token: profile and config can be loaded again.
    remove('profile')
    remove('config')
    return attempt('token', text)
  }
  return {
    read,
    write,
    parse,
    readAll: (): PersistedState => ({ token: read('token'), profile: read('profile'), config: read('config') }),
  }
}
