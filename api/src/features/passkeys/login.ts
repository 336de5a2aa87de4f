import type { contract, HandlerInput } from '@openauth/client'
import { generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import type { Context } from '../../auth.ts'
import type { Database } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { addressKey } from '../login/attempts.ts'
import { challengeOf, issueCeremony, partyOf, PATIENCE, refused, consumeCeremony } from './ceremony.ts'

/** Options for `navigator.credentials.get`; the authenticator offers the accounts that it knows for this host. */
export const beginLogin = async (deps: Deps, appId: string, uri: string, { ip }: Pick<Context, 'ip'>) => {
  const app = await deps.loginApps.getFor(appId, 'passkey')
  const party = partyOf(app, deps.settings.publicUrl, uri)
  await deps.limits.consume(['challengeByIp', addressKey(ip)])
  const options = await generateAuthenticationOptions({
    rpID: party.rpId,
    timeout: PATIENCE,
    userVerification: 'preferred',
  })
  await issueCeremony(deps, appId, options.challenge, { purpose: 'login', userId: null, ...party })
  return { ...options }
}

const findPasskey = async ({ prisma }: Database, appId: string, id: string, rpId: string) =>
  prisma.passkey.findFirst({
    where: { id, rpId, user: { appId, deletedAt: null } },
    include: { user: { select: { id: true, disabledAt: true, loginVersion: true } } },
  })

/** A counter that does not rise tells of a copied authenticator; those without one stay at 0 (WebAuthn, section 6.1.1). */
const countUse = async ({ prisma }: Database, id: string, counter: number): Promise<boolean> => {
  const rises = counter === 0 ? { counter: 0n } : { counter: { lt: BigInt(counter) } }
  const data = { counter: BigInt(counter), lastUsedAt: new Date() }
  return (await prisma.passkey.updateMany({ where: { id, ...rises }, data })).count > 0
}

/** Logs in whoever holds the passkey's private key. Throws `passkey_refused`, `user_disabled`. */
export const finishLogin = async (
  deps: Deps,
  { appId, response }: HandlerInput<typeof contract.passkeys.loginVerify>,
  context: Context,
) => {
  const app = await deps.loginApps.getFor(appId, 'passkey')
  const { id, rawId, type } = response
  const challenge = challengeOf(response)
  const { userHandle, ...parts } = response.response
  const { origin, rpId } = await consumeCeremony(deps, appId, challenge, { purpose: 'login', userId: null })
  const passkey = await findPasskey(deps.db, appId, id, rpId)
  if (!passkey) throw refused()
  const { publicKey, counter, user } = passkey
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: { id, rawId, type, clientExtensionResults: {}, response: parts },
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpId,
    credential: { id, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
    requireUserVerification: false,
  }).catch((error: unknown) => {
    throw refused(error)
  })
  const isHandle = !userHandle || Buffer.from(userHandle, 'base64url').toString() === user.id
  if (!verified || !isHandle || !(await countUse(deps.db, id, authenticationInfo.newCounter))) throw refused()
  if (user.disabledAt) throw new Problem('user_disabled')
  const start = { userId: user.id, appId, jwtTTL: app.jwtTTL, loginVersion: user.loginVersion }
  const token = await deps.sessions.start(start, 'passkey', context)
  if (!token) throw refused()
  return { token }
}
