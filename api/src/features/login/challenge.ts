import { randomBytes } from 'node:crypto'
import type { contract, HandlerInput } from '@openauth/client'
import type { Context } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { challengeMessage } from '../../lib/wallet-login/message.ts'
import { legacyLoginMessage } from '../account/legacy-message.ts'
import { canonicalIdentity } from '../users/identity.ts'
import { addressKey } from './attempts.ts'
import { issueOneTime, oneTimeDigest, consumeOneTime } from './one-time.ts'
import { requireAllowedPage } from './page-origin.ts'

/** How long a wallet's owner has to sign. Milliseconds. */
const LIFETIME = 10 * 60_000

interface IssuedChallenge {
  chain: 'ethereum' | 'solana'
  address: string
}

/**
 * Makes and keeps the message that a wallet signs. The whole message is what is looked up later, so that one in which
 * anything was changed, domain, address, nonce or time, is simply unknown.
 */
export const issueChallenge = async (
  { db, limits, loginApps, settings }: Deps,
  { appId, chain, address, uri }: HandlerInput<typeof contract.login.challenge>,
  { ip }: Pick<Context, 'ip'>,
) => {
  const app = await loginApps.getFor(appId, chain)
  const page = requireAllowedPage(app, settings.publicUrl, uri)
  const { subject } = canonicalIdentity(chain, address)
  await limits.consume(['challengeByIp', addressKey(ip)])
  // Alphanumeric, as EIP-4361 asks; 128 random bits.
  const nonce = randomBytes(16).toString('hex')
  const issuedAt = new Date()
  const expiresAt = new Date(issuedAt.getTime() + LIFETIME)
  const { chainId } = settings.evmLogin
  const message = challengeMessage({
    ...{ chain, address: subject, uri: page, chainId, nonce, appName: app.name, issuedAt, expiresAt },
  })
  const issued: IssuedChallenge = { chain, address: subject }
  await issueOneTime(db, { kind: 'challenge', appId, secret: message }, issued, expiresAt)
  return { message, nonce, expiresAt }
}

/** Uses a message up; whether it was one of this app, chain and address, unused and in time. */
export const consumeChallenge = async (
  { db }: Deps,
  appId: string,
  message: string,
  issued: IssuedChallenge,
): Promise<boolean> =>
  (await consumeOneTime<IssuedChallenge>(db, { kind: 'challenge', appId, secret: message }, issued)) !== undefined

/** Whether a text logs in to the app: a challenge that waits for its signature, or the app's legacy sentence. */
export const isLoginMessage = async (
  { db, loginApps }: Pick<Deps, 'db' | 'loginApps'>,
  appId: string,
  message: string,
): Promise<boolean> => {
  if (message === legacyLoginMessage((await loginApps.get(appId)).name)) return true
  const digest = oneTimeDigest(message)
  return (await db.prisma.oneTime.count({ where: { appId, kind: 'challenge', digest } })) > 0
}
