import { normalizeAddress } from '../address.ts'
import type { Link } from '../ipc.ts'
import { scheme } from './pages.ts'

const MAX_LENGTH = 2048
const unknown: Link = { path: null, server: null }

/** The address of a screen: words and ids, without dots, escapes or empty parts. */
const screenPath = /^(\/[A-Za-z0-9_-]{1,100}){1,8}$/

const serverIn = (query: URLSearchParams): string | null => {
  const values = query.getAll('server')
  if (values.length > 1 || [...query.keys()].some((name) => name !== 'server')) throw new Error('unknown parameters')
  return values[0] === undefined ? null : normalizeAddress(values[0])
}

/**
 * Reads a link `openauth://open/<screen>?server=<address>`, which any page or program can make. It names a screen, of
 * which the window knows whether it exists; anything else about it makes it unknown.
 */
export const parseLink = (text: string): Link => {
  if (text.length > MAX_LENGTH || !URL.canParse(text)) return unknown
  const { protocol, host, pathname, hash, username, password, searchParams } = new URL(text)
  if (protocol !== `${scheme}:` || host !== 'open' || hash || username || password) return unknown
  const path = pathname.replace(/(?<=.)\/$/, '')
  // A path with dots would be another one than it says.
  const isAsWritten = text.slice(`${scheme}://open`.length).startsWith(pathname)
  if (!isAsWritten || !screenPath.test(path)) return unknown
  try {
    return { path, server: serverIn(searchParams) }
  } catch {
    return unknown
  }
}

/** The link among a program's arguments: where the system starts the program to open one, it is the last. */
export const linkIn = (argv: readonly string[]): string | undefined =>
  argv.findLast((argument) => argument.toLowerCase().startsWith(`${scheme}:`))

/** The last link that the system gave and the window has not taken yet. */
export interface LinkInbox {
  put: (text: string) => void
  take: () => Link | null
}

/** Creates an inbox that calls `onLink` for each link, whether or not there is a window yet. */
export const createLinkInbox = (onLink: () => void): LinkInbox => {
  let pending: Link | null = null
  return {
    put: (text) => {
      pending = parseLink(text)
      onLink()
    },
    take: () => {
      const link = pending
      pending = null
      return link
    },
  }
}
