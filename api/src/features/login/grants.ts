import type { RedirectMethod } from '@openauth/client'
import type { Database } from '../../db.ts'
import type { ProviderAccount } from '../../lib/providers/types.ts'
import type { ConnectionRef } from '../oidc-connections/connections.ts'
import { issueOneTime, consumeOneTime, oneTimeDigest } from './one-time.ts'
import type { BoundPurpose } from './purpose.ts'

/** The lifetime of a grant. Milliseconds. */
const LIFETIME = 5 * 60_000
/**
 * How long the purpose of a provider's token is stored: the token outlives its grant, and some providers verify its audience
 * again. Milliseconds.
 */
const PURPOSE_LIFETIME = 30 * 86_400_000

interface Grant extends BoundPurpose {
  provider: RedirectMethod
  account: ProviderAccount
  /** The OpenID connection that it came by. */
  connection: ConnectionRef | null
}

const purposeOf = (appId: string, token: string) => ({ kind: 'spent', appId, secret: `granted ${token}` }) as const

/** Stores the digest of a token that this server obtained, with its account and purpose. */
export const issueGrant = async (
  db: Database,
  appId: string,
  token: string,
  grant: Grant,
  { isProviderToken }: { isProviderToken: boolean },
): Promise<void> => {
  await issueOneTime(db, { kind: 'grant', appId, secret: token }, grant, new Date(Date.now() + LIFETIME))
  if (!isProviderToken) return
  const { purpose, sessionId } = grant
  await issueOneTime(db, purposeOf(appId, token), { purpose, sessionId }, new Date(Date.now() + PURPOSE_LIFETIME))
}

/** Consumes a grant; undefined unless this server issued it for this app, provider and purpose and it is unused. */
export const consumeGrant = async (
  db: Database,
  appId: string,
  token: string,
  provider: RedirectMethod,
  bound: BoundPurpose,
): Promise<Pick<Grant, 'account' | 'connection'> | undefined> =>
  consumeOneTime<Grant>(db, { kind: 'grant', appId, secret: token }, { provider, ...bound })

/** The purpose for which this server returned a provider's token to a page; undefined if unknown or expired. */
export const grantedPurpose = async (
  { prisma }: Database,
  appId: string,
  token: string,
): Promise<BoundPurpose | undefined> => {
  const { kind, secret } = purposeOf(appId, token)
  const digest = oneTimeDigest(secret)
  const row = await prisma.oneTime.findUnique({ where: { appId_kind_digest: { appId, kind, digest } } })
  return (row?.data ?? undefined) as BoundPurpose | undefined
}
