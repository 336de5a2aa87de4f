import { randomBytes } from 'node:crypto'
import type { contract, HandlerInput, RedirectMethod } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import type { Database } from '../../db.ts'
import { addressKey } from './attempts.ts'
import { consumeOneTime, issueOneTime } from './one-time.ts'
import type { BoundPurpose } from './purpose.ts'
import type { LoginNeeds } from './needs.ts'

/** The lifetime of a ticket. Milliseconds. */
const LIFETIME = 5 * 60_000

interface Ticket extends BoundPurpose {
  provider: RedirectMethod
}

/**
 * Issues a ticket for a redirect that binds or reauthenticates, because a navigation has no bearer token. As with pushed
 * authorization requests (RFC 9126) the address contains a one-time value. It is useless without the session, which alone
 * can use the redirect's response.
 */
export const issueTicket = async (
  { db, attempts, loginApps }: Pick<LoginNeeds, 'db' | 'attempts' | 'loginApps'>,
  { provider, purpose }: HandlerInput<typeof contract.account.redirectTicket>,
  { identity, ip }: Context<UserIdentity>,
): Promise<{ ticket: string; expiresAt: Date }> => {
  const { appId, sessionId } = identity
  await loginApps.getFor(appId, provider)
  await attempts.consume(['redirectByIp', addressKey(ip)])
  const ticket = randomBytes(32).toString('base64url')
  const expiresAt = new Date(Date.now() + LIFETIME)
  const stored: Ticket = { provider, purpose, sessionId }
  await issueOneTime(db, { kind: 'redirect_ticket', appId, secret: ticket }, stored, expiresAt)
  return { ticket, expiresAt }
}

/** Consumes a ticket; undefined if it is unknown, used, expired, or of another app or provider. */
export const consumeTicket = async (
  db: Database,
  appId: string,
  provider: RedirectMethod,
  ticket: string,
): Promise<BoundPurpose | undefined> => {
  const stored = await consumeOneTime<Ticket>(db, { kind: 'redirect_ticket', appId, secret: ticket }, { provider })
  return stored && { purpose: stored.purpose, sessionId: stored.sessionId }
}
