import { linkOf } from '../../content/sanitize.ts'

/** What an address of /dapp asks for. */
export type DappQuery =
  | { kind: 'name'; name: string }
  /** A path of this app, or an http(s) address in its normal form: by it the registered dapps are searched. */
  | { kind: 'url'; url: string }
  | { kind: 'nothing' }
  /** It names something that cannot be registered. */
  | { kind: 'refused' }

/** The content service takes no longer ones. */
const MAX_NAME = 200

/** One constant in the field has a stray `%20` before its address, which may have been encoded once more on its way. */
const withoutStray = (url: string): string => url.slice(0, 4096).replace(/^(?:\s|%20)+/i, '')

/** Reads `name`, else `url`; of a repeated one the first counts. */
export const dappQueryOf = (query: URLSearchParams): DappQuery => {
  const name = query.get('name')?.trim()
  if (name) return name.length > MAX_NAME ? { kind: 'refused' } : { kind: 'name', name }
  const asked = query.get('url') ?? ''
  if (asked.trim() === '') return { kind: 'nothing' }
  const url = linkOf(withoutStray(asked))
  return url === undefined ? { kind: 'refused' } : { kind: 'url', url }
}
