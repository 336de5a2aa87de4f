import { randomBytes } from 'node:crypto'
import type { contract, HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { challengeMessage } from '../../lib/wallet-login/message.ts'
import { legacyLoginMessage } from './legacy-message.ts'
import { canonicalIdentity } from '../identities/identity.ts'
import { addressKey } from './attempts.ts'
import { issueOneTime, oneTimeDigest, consumeOneTime } from './one-time.ts'
import { askedPurpose, type BoundPurpose, purposeByOwner } from './purpose.ts'
import { requireAllowedPage } from './page-origin.ts'
import type { LoginNeeds } from './needs.ts'

/** The lifetime of a challenge. Milliseconds. */
const LIFETIME = 10 * 60_000

interface IssuedChallenge extends BoundPurpose {
  chain: 'ethereum' | 'solana'
  address: string
}

/**
 * Issues the message that a wallet signs. The whole message is the key of its row, so that a message with a changed domain,
 * address, nonce or time is unknown.
 */
export const issueChallenge = async (
  { db, attempts, loginApps, settings }: Pick<LoginNeeds, 'db' | 'attempts' | 'loginApps' | 'settings'>,
  { appId, chain, address, uri, purpose: asked }: HandlerInput<typeof contract.login.challenge>,
  context: Context,
) => {
  const app = await loginApps.getFor(appId, chain)
  const page = requireAllowedPage(app, settings.publicUrl, uri)
  const { subject } = canonicalIdentity(chain, address)
  await attempts.consume(['challengeByIp', addressKey(context.ip)])
  const defaultPurpose = purposeByOwner({ db }, chain, subject)
  const { purpose, sessionId } = await askedPurpose({ appId, purpose: asked }, context, defaultPurpose)
  // Alphanumeric, as EIP-4361 requires; 128 random bits.
  const nonce = randomBytes(16).toString('hex')
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + LIFETIME)
  const { chainId } = settings.evmLogin
  const message = challengeMessage({
    chain,
    address: subject,
    uri: page,
    chainId,
    nonce,
    purpose,
    appName: app.name,
    issuedAt,
    expiresAt,
  })
  const issued: IssuedChallenge = { chain, address: subject, purpose, sessionId }
  await issueOneTime(db, { kind: 'challenge', appId, secret: message }, issued, expiresAt)
  return { message, nonce, expiresAt }
}

/** Consumes a message; returns whether it was valid for this app, chain, address and purpose. */
export const consumeChallenge = async (
  { db }: Pick<Platform, 'db'>,
  appId: string,
  message: string,
  issued: IssuedChallenge,
): Promise<boolean> =>
  (await consumeOneTime<IssuedChallenge>(db, { kind: 'challenge', appId, secret: message }, issued)) !== undefined

/** Whether a text is a login message of the app: an unused challenge, or the legacy sentence. */
export const isLoginMessage = async (
  { db, loginApps }: Pick<LoginNeeds, 'db' | 'loginApps'>,
  appId: string,
  message: string,
): Promise<boolean> => {
  if (message === legacyLoginMessage((await loginApps.get(appId)).name)) return true
  const digest = oneTimeDigest(message)
  return (await db.prisma.oneTime.count({ where: { appId, kind: 'challenge', digest } })) > 0
}
