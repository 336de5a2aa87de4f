import { randomBytes } from 'node:crypto'
import type { LoginMethod } from '@openauth/client'
import type { UserIdentity } from '../../handler.ts'
import type { Database } from '../../db.ts'
import { issueOneTime, consumeOneTime } from '../login/one-time.ts'
import type { Credential } from './credential.ts'

/** How long a reauthentication token is valid. Milliseconds. */
const LIFETIME = 5 * 60_000

interface Stored {
  userId: string
  sessionId: string
  method: LoginMethod
  passkeyId?: string
  since: string
  expiresAt: string
}

const oneTimeKey = (appId: string, secret: string) => ({ kind: 'reauthentication', appId, secret }) as const

const store = async (db: Database, appId: string, token: string, stored: Stored): Promise<void> => {
  await issueOneTime(db, oneTimeKey(appId, token), stored, new Date(stored.expiresAt))
}

/** Issues a token for one call of this session. It stands for the given credential. */
export const issueToken = async (db: Database, credential: Credential, { userId, appId, sessionId }: UserIdentity) => {
  const token = `oar_${randomBytes(32).toString('base64url')}`
  const expiresAt = new Date(Date.now() + LIFETIME)
  const { method, passkeyId, since } = credential
  await store(db, appId, token, {
    userId,
    sessionId,
    method,
    since: since.toISOString(),
    expiresAt: expiresAt.toISOString(),
    ...(passkeyId === undefined ? {} : { passkeyId }),
  })
  return { token, expiresAt }
}

/**
 * The credential of a consumed token, and a function that makes the token valid again after a call that changed
 * nothing.
 */
interface Consumed {
  credential: Credential
  refund: () => Promise<void>
}

/** Consumes a token; undefined where it is unknown, used, expired or another session's. */
export const consumeToken = async (
  db: Database,
  token: string,
  { userId, appId, sessionId }: UserIdentity,
): Promise<Consumed | undefined> => {
  const stored = await consumeOneTime<Stored>(db, oneTimeKey(appId, token), { userId, sessionId })
  if (!stored) return undefined
  const { method, passkeyId, since } = stored
  const credential = { method, since: new Date(since), ...(passkeyId === undefined ? {} : { passkeyId }) }
  return { credential, refund: () => store(db, appId, token, stored) }
}
