import type { Purpose } from '@openauth/client'
import * as z from 'zod'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { issueOneTime, consumeOneTime } from '../login/one-time.ts'
import { requireAllowedPage } from '../login/page-origin.ts'

/** How long a person has for the authenticator's prompt. Milliseconds. */
export const CEREMONY_LIFETIME = 5 * 60_000

/** The ceremony of a challenge. */
export interface Ceremony {
  purpose: 'register' | Exclude<Purpose, 'bind'>
  /** The session that requested it; null for a login, where the user is not known yet. */
  sessionId: string | null
  origin: string
  rpId: string
}

/** The origin of the page and the relying party id, which is its host name (WebAuthn level 3, section 5.1.2). */
export const relyingPartyOf = (app: LoginApp, publicUrl: string, uri: string) => {
  const { origin, hostname: rpId } = requireAllowedPage(app, publicUrl, uri)
  return { origin, rpId }
}

/** Stands for the app in the ceremonies of admins: no app has it. */
export const ADMINS = '00000000-0000-0000-0000-000000000000'

/** Stores what a challenge was issued for; the response to it consumes the row. `appId`: of the users' app, or ADMINS. */
export const issueCeremony = async (
  { db }: Pick<Platform, 'db'>,
  appId: string,
  challenge: string,
  ceremony: Ceremony,
) => {
  const expiresAt = new Date(Date.now() + CEREMONY_LIFETIME)
  await issueOneTime(db, { kind: 'passkey', appId, secret: challenge }, ceremony, expiresAt)
}

const ClientData = z.object({ challenge: z.string().min(16).max(256) })

/** The refusal of a passkey; `cause` is for the log, not for the caller. */
export const passkeyRefused = (cause?: unknown): Problem => {
  const problem = new Problem('passkey_refused')
  problem.cause = cause
  return problem
}

/** The challenge in a response. Throws `passkey_refused`. */
export const challengeOf = ({ response }: { response: { clientDataJSON: string } }): string => {
  try {
    return ClientData.parse(JSON.parse(Buffer.from(response.clientDataJSON, 'base64url').toString())).challenge
  } catch (error) {
    throw passkeyRefused(error)
  }
}

/**
 * Consumes the challenge. Throws `passkey_refused` unless this server issued it for this purpose and session, and it
 * has not expired.
 */
export const consumeCeremony = async (
  { db }: Pick<Platform, 'db'>,
  appId: string,
  challenge: string,
  fields: Pick<Ceremony, 'purpose' | 'sessionId'>,
): Promise<Ceremony> => {
  const ceremony = await consumeOneTime<Ceremony>(db, { kind: 'passkey', appId, secret: challenge }, fields)
  if (!ceremony) throw passkeyRefused()
  return ceremony
}
