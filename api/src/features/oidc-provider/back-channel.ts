import type { Database, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import { nextDelay } from '../webhooks/schedule.ts'
import type { EndedSession } from './log-out.ts'
import type { AppProviders } from './providers.ts'

/** How often the outbox is looked at. Milliseconds. */
const INTERVAL = 1000
/** The most log-outs that a look sends at once. */
const BATCH = 20

interface Logout extends EndedSession, Record<string, unknown> {
  id: string
  appId: string
  attempts: number
}

/** Leases what is due: of several servers one sends it. If that one dies, another does a minute later. */
const claim: Statement = {
  name: 'oidc-logouts-claim',
  text: `
    UPDATE "OidcLogout" SET "dueAt" = now() + interval '60 seconds', attempts = attempts + 1
    WHERE id IN (SELECT id FROM "OidcLogout" WHERE "dueAt" <= now() ORDER BY "dueAt" LIMIT $1 FOR UPDATE SKIP LOCKED)
    RETURNING id, "appId", "clientId", "userId", sid, attempts`,
}

const remove: Statement = { name: 'oidc-logout-told', text: `DELETE FROM "OidcLogout" WHERE id = $1` }

const putOff: Statement = {
  name: 'oidc-logout-put-off',
  text: `UPDATE "OidcLogout" SET "dueAt" = now() + make_interval(secs => $2) WHERE id = $1`,
}

interface LogoutNeeds {
  db: Database
  oidcProviders: AppProviders
}
type Log = Parameters<typeof import('../../lib/background-work.ts').createBackgroundWork>[0]

/** The failure of an attempt; undefined once the client was told, or there is nobody to tell. */
const attempt = async (providers: AppProviders, logout: Logout): Promise<unknown> => {
  try {
    await (await providers.get(logout.appId)).tellLogout(logout)
    return undefined
  } catch (error) {
    // The app was deleted or is no provider any more.
    return error instanceof Problem && error.code === 'app_not_found' ? undefined : error
  }
}

const send = async ({ db, oidcProviders }: LogoutNeeds, logout: Logout, log: Log): Promise<void> => {
  const { id, attempts, clientId } = logout
  const err = await attempt(oidcProviders, logout)
  const delay = err === undefined ? null : nextDelay(attempts, null)
  if (delay !== null) {
    await db.query(putOff, [id, delay])
    return
  }
  if (err !== undefined) log.warn({ err, clientId }, 'an OIDC client could not be told of a log-out')
  await db.query(remove, [id])
}

/** Sends what is in the outbox of log-outs until it has nothing that is due, by the schedule of webhooks. */
const sendLogouts = async (deps: LogoutNeeds, log: Log, signal?: AbortSignal): Promise<void> => {
  let claimed: Logout[]
  do {
    claimed = await deps.db.query<Logout>(claim, [BATCH])
    await Promise.all(claimed.map((logout) => send(deps, logout, log)))
  } while (claimed.length === BATCH && signal?.aborted !== true)
}

/** Tells clients of ended sessions, beside requests. */
export const startLogouts = (background: BackgroundWork, deps: LogoutNeeds, log: Log): void =>
  background.repeat(INTERVAL, 'the outbox of log-outs could not be sent', (signal) => sendLogouts(deps, log, signal))
