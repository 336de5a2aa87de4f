import { Problem } from '../../errors.ts'
import type { LoginApp } from '../apps/login-apps.ts'

/** Parses an address that browsers interpret equally: http or https, without backslash, control character or user name. */
const parse = (address: string): URL | undefined => {
  if (/[\\\p{Cc}\s]/u.test(address) || !/^https?:\/\/[^/]/i.test(address) || !URL.canParse(address)) return undefined
  const url = new URL(address)
  return url.username || url.password ? undefined : url
}

/**
 * Requires that a page may log in users of this app: its parsed origin must equal one of the app's or the server's own,
 * without prefixes or patterns (CVE-2025-27143, CVE-2026-7504). Throws `origin_not_allowed`.
 */
export const requireAllowedPage = (app: Pick<LoginApp, 'redirectOrigins'>, publicUrl: string, address: string): URL => {
  const url = parse(address)
  if (url && [new URL(publicUrl).origin, ...app.redirectOrigins].includes(url.origin)) return url
  const message = url
    ? `The origin ${url.origin} is not on this app's list of origins (redirectOrigins)`
    : "The page's address is not a plain http or https address"
  throw new Problem('origin_not_allowed', { message })
}
