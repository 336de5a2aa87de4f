import type { z } from 'zod'
import { PublicConfig } from '../contract/account.ts'
import { UserProfile } from '../contract/users.ts'

/** What is kept in the browser, under names that pages in the field share: to the letter. */
export const storageKeys = {
  token: 'OpenAuth:Token',
  profile: 'OpenAuth:Profile',
  config: 'OpenAuth:Config',
} as const

export interface PersistedState {
  token: string | null
  profile: UserProfile | null
  config: z.input<typeof PublicConfig> | null
}
type Field = keyof PersistedState

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

/** What was written by an older version, by another program or halfway is as good as nothing. */
const matching = <S extends z.ZodType>(schema: S, text: string | null): z.input<S> | null => {
  const value = text === null ? undefined : parsed(text)
  return schema.safeParse(value).success ? (value as z.input<S>) : null
}

/** A JWT, as it is or in the quotes of a page that keeps everything as JSON. */
const tokenIn = (text: string | null): string | null => /^"?([\w-]+\.[\w-]+\.[\w-]+)"?$/.exec(text ?? '')?.[1] ?? null

const parse: { [F in Field]: (text: string | null) => PersistedState[F] } = {
  token: tokenIn,
  profile: (text) => matching(UserProfile, text),
  config: (text) => matching(PublicConfig, text),
}

/** The page's localStorage; undefined where there is none, or where the browser refuses even to name it. */
export const pageStorage = (): Storage | undefined => {
  try {
    return globalThis.window?.localStorage
  } catch {
    return undefined
  }
}

/**
 * Reads and writes what is kept. A storage that is absent, blocked or full never throws: the session then lives until
 * the page is closed, and nothing old is left behind that a reload would take for it.
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
      // A blocked storage holds nothing.
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
  /** Whether it is kept. */
  const write = (field: Field, value: PersistedState[Field]): boolean => {
    const text = value === null || typeof value === 'string' ? value : JSON.stringify(value)
    // Set first: other tabs would take a removal in between for a logout.
    if (text !== null && attempt(field, text)) return true
    remove(field)
    if (text === null || field !== 'token') return text === null
    // The others can be asked for again: they make room for what cannot.
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
