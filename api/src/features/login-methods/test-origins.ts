import type { LoginMethod } from '@openauth/client'
import { isIP } from 'node:net'
import type { Platform } from '../../resources.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { fault, type Finding, noFault } from '../../lib/providers/finding.ts'

/** The origins of pages that may log users in: the server's own, then the app's. */
export const allowedOrigins = (publicUrl: string, { redirectOrigins }: Pick<LoginApp, 'redirectOrigins'>): string[] => [
  ...new Set([new URL(publicUrl).origin, ...redirectOrigins]),
]

const pagesNote = (app: LoginApp): string[] =>
  app.redirectOrigins.length > 0
    ? []
    : ["Only this server's own pages may log users in; enter the origins of other pages in redirectOrigins."]

const pagesChecked = (origins: string[]): string =>
  `Pages of ${origins.length === 1 ? origins[0] : `${origins.length} origins`} may log users in.`

/** Browsers offer passkeys on https and on localhost only, and never for an IP address (WebAuthn level 3, section 13.4.9). */
const takesPasskeys = (origin: string): boolean => {
  const { protocol, hostname } = new URL(origin)
  if (isIP(hostname.replace(/^\[|\]$/g, ''))) return false
  return protocol === 'https:' || hostname === 'localhost' || hostname.endsWith('.localhost')
}

const testPasskeys = (app: LoginApp, origins: string[]): Finding => {
  const usable = origins.filter(takesPasskeys)
  const others = origins.filter((origin) => !takesPasskeys(origin))
  const why = 'browsers offer passkeys to pages with https and a domain name, and on localhost'
  if (usable.length === 0)
    return fault(
      'insecure_origin',
      `No page can use passkeys: ${why}.`,
      'Give this server an https address (OPENAUTH_PUBLIC_URL), or enter https origins in redirectOrigins.',
    )
  const notes = others.length > 0 ? [`Not on ${others.join(', ')}: ${why}.`] : []
  return noFault(
    'Pages of this app can use passkeys.',
    [`${usable.join(', ')} can use passkeys.`],
    [...notes, ...pagesNote(app)],
  )
}

/** Tests a method that needs no credentials: which pages may use it. */
export const testOrigins = (
  { settings }: Pick<Platform, 'settings'>,
  app: LoginApp,
  method: Extract<LoginMethod, 'ethereum' | 'solana' | 'username' | 'passkey'>,
): Finding => {
  const origins = allowedOrigins(settings.publicUrl, app)
  if (method === 'passkey') return testPasskeys(app, origins)
  const contracts =
    method === 'ethereum' && !settings.evmLogin.rpcUrl
      ? ['Contract wallets cannot log in, since no chain is asked about their signatures (OPENAUTH_EVM_LOGIN_RPC_URL).']
      : []
  const message = 'This method needs no credentials.'
  return noFault(message, [pagesChecked(origins)], [...contracts, ...pagesNote(app)])
}
