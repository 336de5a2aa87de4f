import type { contract, HandlerInput } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { addressKey } from '../login/attempts.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import { askedPurpose, forLogin, forReauthentication } from '../login/purpose.ts'
import { verifyAssertion } from '../webauthn/assertion.ts'
import { issueCeremony, relyingPartyOf, CEREMONY_LIFETIME, passkeyRefused } from '../webauthn/ceremony.ts'
import { loadLibrary } from '../webauthn/load-library.ts'
import type { AccountChangeNeeds } from '../account-changes/needs.ts'

/** Options for `navigator.credentials.get`; the authenticator offers its accounts for this host. */
export const beginLogin = async (
  deps: AccountChangeNeeds,
  { appId, uri, purpose: asked }: HandlerInput<typeof contract.passkeys.loginOptions>,
  context: Context,
) => {
  const app = await deps.loginApps.getFor(appId, 'passkey')
  const party = relyingPartyOf(app, deps.settings.publicUrl, uri)
  await deps.attempts.consume(['challengeByIp', addressKey(context.ip)])
  const usual = async (user: UserIdentity) => forReauthentication(user)
  const { purpose, sessionId } = await askedPurpose({ appId, purpose: asked }, context, usual)
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: party.rpId,
    timeout: CEREMONY_LIFETIME,
    userVerification: 'preferred',
  })
  await issueCeremony(deps, appId, options.challenge, {
    purpose: purpose === 'login' ? 'login' : 'reauthenticate',
    sessionId,
    ...party,
  })
  return { ...options }
}

type Response = HandlerInput<typeof contract.passkeys.loginVerify>['response']

const completeLogin = async (deps: AccountChangeNeeds, app: LoginApp, response: Response, context: Context) => {
  const { id: passkeyId, user } = await verifyAssertion(deps, app, response, forLogin)
  if (user.disabledAt) throw new Problem('user_disabled')
  const start = { userId: user.id, appId: app.id, jwtTTL: app.jwtTTL, loginVersion: user.loginVersion, passkeyId }
  const token = await deps.sessions.start(start, 'passkey', context)
  if (!token) throw passkeyRefused()
  await deps.loginOutcomes.succeeded(app.id, 'passkey')
  return { token }
}

/** Logs in the holder of the passkey's private key. Throws `passkey_refused`, `user_disabled`. */
export const finishLogin = async (
  deps: AccountChangeNeeds,
  { appId, response }: HandlerInput<typeof contract.passkeys.loginVerify>,
  context: Context,
) => {
  const app = await deps.loginApps.getFor(appId, 'passkey')
  return deps.failedLogins.watch(app.id, 'passkey', () => completeLogin(deps, app, response, context))
}
