import type { contract, HandlerInput } from '@openauth/client'
import { generateAuthenticationOptions } from '@simplewebauthn/server'
import type { Context } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { addressKey } from '../login/attempts.ts'
import { verifyAssertion } from './assertion.ts'
import { issueCeremony, relyingPartyOf, CEREMONY_LIFETIME, passkeyRefused } from './ceremony.ts'

/** Options for `navigator.credentials.get`; the authenticator offers the accounts that it knows for this host. */
export const beginLogin = async (deps: Deps, appId: string, uri: string, { ip }: Pick<Context, 'ip'>) => {
  const app = await deps.loginApps.getFor(appId, 'passkey')
  const party = relyingPartyOf(app, deps.settings.publicUrl, uri)
  await deps.limits.consume(['challengeByIp', addressKey(ip)])
  const options = await generateAuthenticationOptions({
    rpID: party.rpId,
    timeout: CEREMONY_LIFETIME,
    userVerification: 'preferred',
  })
  await issueCeremony(deps, appId, options.challenge, { purpose: 'login', userId: null, ...party })
  return { ...options }
}

/** Logs in whoever holds the passkey's private key. Throws `passkey_refused`, `user_disabled`. */
export const finishLogin = async (
  deps: Deps,
  { appId, response }: HandlerInput<typeof contract.passkeys.loginVerify>,
  context: Context,
) => {
  const app = await deps.loginApps.getFor(appId, 'passkey')
  const { id: passkeyId, user } = await verifyAssertion(deps, app, response)
  if (user.disabledAt) throw new Problem('user_disabled')
  const start = { userId: user.id, appId, jwtTTL: app.jwtTTL, loginVersion: user.loginVersion, passkeyId }
  const token = await deps.sessions.start(start, 'passkey', context)
  if (!token) throw passkeyRefused()
  return { token }
}
