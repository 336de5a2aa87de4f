import { isIP } from 'node:net'
import type { contract, HandlerInput } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { isOwnHost, isOwnOrigin } from '../../lib/caller.ts'
import { useOf, verifyAnswer } from '../webauthn/assertion.ts'
import {
  ADMINS,
  CEREMONY_LIFETIME,
  challengeOf,
  consumeCeremony,
  issueCeremony,
  passkeyRefused,
} from '../webauthn/ceremony.ts'
import { loadLibrary } from '../webauthn/load-library.ts'
import { present } from './stored-admins.ts'

type Assertion = HandlerInput<typeof contract.setup.loginByPasskey>['response']

/** The user handle of an admin, by which an authenticator tells accounts apart (WebAuthn level 3, section 5.4.3). */
export const handleOf = (adminId: number): string => `admin ${adminId}`

/**
 * The console's page that asks: its origin, and its host as the relying party. Browsers set the header, and make no passkeys
 * for addresses. Throws `passkey_needs_console`.
 */
export const consoleParty = ({ message }: Pick<Context, 'message'>, publicUrl: string) => {
  const { origin } = message.headers
  const isOwn = isOwnHost(message, publicUrl) && isOwnOrigin(message, publicUrl)
  if (origin === undefined || !isOwn) throw new Problem('passkey_needs_console')
  const { hostname: rpId } = new URL(origin)
  if (isIP(rpId.replace(/^\[|\]$/g, ''))) throw new Problem('passkey_needs_console')
  return { origin, rpId }
}

/** Options for `navigator.credentials.get`: of a login where `sessionId` is null, else to confirm a call of the session. */
export const beginAssertion = async (
  deps: Pick<Platform, 'db' | 'settings'>,
  sessionId: string | null,
  context: Pick<Context, 'message'>,
) => {
  const party = consoleParty(context, deps.settings.publicUrl)
  const { generateAuthenticationOptions } = await loadLibrary()
  const options = await generateAuthenticationOptions({
    rpID: party.rpId,
    timeout: CEREMONY_LIFETIME,
    userVerification: 'required',
  })
  const purpose = sessionId === null ? 'login' : 'reauthenticate'
  await issueCeremony(deps, ADMINS, options.challenge, { purpose, sessionId, ...party })
  return { ...options }
}

/**
 * Verifies the answer of a passkey that has verified its holder, to a challenge of this session or of a login, and records
 * its use. Returns the passkey with its admin. Throws `passkey_refused`.
 */
export const usePasskey = async (deps: Pick<Platform, 'db'>, response: Assertion, sessionId: string | null) => {
  const { prisma } = deps.db
  const purpose = sessionId === null ? 'login' : 'reauthenticate'
  const ceremony = await consumeCeremony(deps, ADMINS, challengeOf(response), { purpose, sessionId })
  const passkey = await prisma.adminPasskey.findFirst({
    where: { credentialId: response.id, rpId: ceremony.rpId, admin: present },
    include: { admin: true },
  })
  if (!passkey) throw passkeyRefused()
  const handle = handleOf(passkey.adminId)
  const use = useOf(await verifyAnswer(response, { ceremony, passkey, handle, requireUserVerification: true }))
  const { count } = await prisma.adminPasskey.updateMany({ ...use, where: { id: passkey.id, ...use.where } })
  if (count === 0) throw passkeyRefused()
  return passkey
}
