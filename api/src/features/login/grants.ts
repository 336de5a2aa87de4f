import type { RedirectProvider } from '@openauth/client'
import type { Database } from '../../db.ts'
import type { ProviderAccount } from '../../lib/providers/types.ts'
import { issueOneTime, consumeOneTime } from './one-time.ts'

/** How long a page has to hand back what a redirect login gave it. Milliseconds. */
const LIFETIME = 5 * 60_000

interface Grant {
  provider: RedirectProvider
  account: ProviderAccount
}

/** Remembers, by its digest, a token that this server got itself, and whose account it is. */
export const issueGrant = async (db: Database, appId: string, token: string, grant: Grant): Promise<void> => {
  await issueOneTime(db, { kind: 'grant', appId, secret: token }, grant, new Date(Date.now() + LIFETIME))
}

/** Uses such a token up; undefined where this server has not got it for this app and provider, or it was used. */
export const consumeGrant = async (
  db: Database,
  appId: string,
  token: string,
  provider: RedirectProvider,
): Promise<ProviderAccount | undefined> =>
  (await consumeOneTime<Grant>(db, { kind: 'grant', appId, secret: token }, { provider }))?.account
