import { isIPv4 } from 'node:net'
import { CustodyError } from '../errors.ts'

const isLoopback = (hostname: string): boolean =>
  hostname === 'localhost' || hostname === '[::1]' || (isIPv4(hostname) && hostname.startsWith('127.'))

/**
 * The address of a remote key backend, without a trailing slash. Data keys travel in plaintext inside TLS, so plain
 * HTTP is accepted for loopback only, as for a Vault agent. `backend` is for the message.
 *
 * Throws backend_refused without quoting the address, which may hold credentials.
 */
export function secureEndpoint(address: string, backend: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  const secure = url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
  if (url && secure && !url.username && !url.password && !url.search && !url.hash) return url.href.replace(/\/+$/, '')
  throw new CustodyError(
    'backend_refused',
    `The address of ${backend} is refused because data keys travel over it. Give an https address without user, query and fragment; ` +
      'http is accepted for loopback only.',
  )
}
