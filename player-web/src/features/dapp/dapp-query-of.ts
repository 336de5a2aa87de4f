import { linkOf } from '../../content/sanitize.ts'

/** What an address of /dapp requests. */
export type DappQuery =
  | { kind: 'name'; name: string }
  /** A path of this app, or an http(s) address in normal form, by which registered dapps are searched. */
  | { kind: 'url'; url: string }
  | { kind: 'nothing' }
  /** An address that cannot be registered. */
  | { kind: 'refused' }

/** The content service's limit. */
const MAX_NAME = 200

/** An existing client has a stray `%20` before its address, which may have been encoded again. */
const withoutStray = (url: string): string => url.slice(0, 4096).replace(/^(?:\s|%20)+/i, '')

/** Reads `name`, else `url`; of a repeated parameter the first counts. */
export const dappQueryOf = (query: URLSearchParams): DappQuery => {
  const name = query.get('name')?.trim()
  if (name) return name.length > MAX_NAME ? { kind: 'refused' } : { kind: 'name', name }
  const asked = query.get('url') ?? ''
  if (asked.trim() === '') return { kind: 'nothing' }
  const url = linkOf(withoutStray(asked))
  return url === undefined ? { kind: 'refused' } : { kind: 'url', url }
}
