import { Email } from '@openauth/client/fields'
import * as z from 'zod'
import { shownName } from '../shown-name.ts'

/** An id or a handle: visible ASCII, at most 255 characters (OpenID Connect Core, section 2, says so of `sub`). */
export const Handle = z.string().regex(/^[\x21-\x7e]{1,255}$/)

/** An id that may be a JSON number. */
export const AccountId = z.union([z.string(), z.int()]).transform(String).pipe(Handle)

/**
 * The address in the API's canonical form, null unless the provider has verified it. OpenID Connect Core, section 5.1,
 * defines a boolean; Apple also sends a string.
 */
export const verifiedEmail = (email: unknown, verified: unknown): string | null =>
  verified === true || verified === 'true' ? (Email.safeParse(email).data ?? null) : null

/** A user-chosen name of at most 64 UTF-16 units. */
export const displayNameOf = (value: unknown): string | null => shownName(value, 64)

const MAX_URL_LENGTH = 2048

/** Accepts https addresses, and http addresses on the host of one of the providers' base addresses. */
export const createAvatarUrl = (addresses: readonly string[]) => {
  const httpHosts = new Set(
    addresses
      .map((address) => new URL(address))
      .filter(({ protocol }) => protocol === 'http:')
      .map(({ host }) => host),
  )
  return (value: unknown): string | null => {
    if (typeof value !== 'string' || value.length > MAX_URL_LENGTH || !URL.canParse(value)) return null
    const { href, protocol, host, username, password } = new URL(value)
    const isAllowed = protocol === 'https:' || (protocol === 'http:' && httpHosts.has(host))
    return isAllowed && !username && !password && href.length <= MAX_URL_LENGTH ? href : null
  }
}
