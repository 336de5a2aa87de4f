import type { LoginMethod } from '@openauth/client'
import type { IdentityModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { providerOf, type VerifiedIdentity } from '../identities/identity.ts'

/** The credential that confirmed a call, and since when the user has had it. */
export interface Credential {
  method: LoginMethod
  passkeyId?: string
  since: Date
}

/** The age of an identity with which the account was created: older than everything that can be changed. */
export const FOUNDING = new Date(0)

const reasons = {
  tooNew: 'This way to log in is too new to confirm changes of the account. Use an older one',
  unconfirmed: 'This way to log in was added without a confirmation, and confirms no change of the account',
  custodial: 'A wallet that this server keeps confirms no change of an account',
}

const refuse = (reason: keyof typeof reasons) => new Problem('credential_not_eligible', { message: reasons[reason] })

/** A new credential confirms nothing for a while, so that the owner has time to undo it. */
const requireAge = (app: LoginApp, since: Date): void => {
  if (since.getTime() + app.credentialDelaySeconds * 1000 > Date.now()) throw refuse('tooNew')
}

/**
 * Whether this server keeps the wallet's key. It signs texts for whoever holds a session, so that such a signature
 * does not prove the user.
 */
const isCustodial = async (
  { db }: Pick<Platform, 'db'>,
  { provider, subject }: Pick<VerifiedIdentity, 'provider' | 'subject'>,
) => {
  if (provider !== 'solana' && provider !== 'ethereum') return false
  return (await db.prisma.wallet.count({ where: { chain: provider, address: subject } })) > 0
}

/** An identity as a reauthentication credential. Throws `credential_not_eligible`. */
export const identityCredential = async (
  deps: Pick<Platform, 'db'>,
  app: LoginApp,
  identity: Pick<IdentityModel, 'provider' | 'subject' | 'founding' | 'confirmedAt'>,
): Promise<Credential> => {
  const { subject, founding, confirmedAt } = identity
  const method = providerOf(identity)
  if (await isCustodial(deps, { provider: method, subject })) throw refuse('custodial')
  if (founding) return { method, since: FOUNDING }
  if (!confirmedAt) throw refuse('unconfirmed')
  requireAge(app, confirmedAt)
  return { method, since: confirmedAt }
}

/**
 * A passkey as a reauthentication credential: its registration required a reauthentication, and it must be old enough.
 * Throws `credential_not_eligible`.
 */
export const passkeyCredential = (app: LoginApp, { id, createdAt }: { id: string; createdAt: Date }): Credential => {
  requireAge(app, createdAt)
  return { method: 'passkey', passkeyId: id, since: createdAt }
}

/**
 * The password as a reauthentication credential. A password that was set with the former password is as old as that
 * one: whoever knew the former could have confirmed everything before. Throws `credential_not_eligible`.
 */
export const passwordCredential = (app: LoginApp, passwordSetAt: Date | null): Credential => {
  if (passwordSetAt) requireAge(app, passwordSetAt)
  return { method: 'username', since: passwordSetAt ?? FOUNDING }
}
