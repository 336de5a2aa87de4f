import type { ProofMethod, ReauthenticationProof } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { verifyPassword } from '../../lib/passwords.ts'
import { addressKey, guardPassword } from '../login/attempts.ts'
import { verifierOf } from '../login/methods/index.ts'
import { forReauthentication } from '../login/purpose.ts'
import { verifyAssertion } from '../webauthn/assertion.ts'
import { type Credential, identityCredential, passkeyCredential, passwordCredential } from './credential.ts'
import type { LoginNeeds } from '../login/needs.ts'

/** Checks the user's password. Throws `no_password`, `incorrect_password`. */
export const verifyOwnPassword = async (
  deps: LoginNeeds,
  password: string,
  { identity, ip }: Context<UserIdentity>,
): Promise<{ passwordHash: string; passwordSetAt: Date | null }> => {
  const { userId: id } = identity
  const { passwordHash, passwordSetAt } = await deps.db.prisma.user.findUniqueOrThrow({
    where: { id },
    select: { passwordHash: true, passwordSetAt: true },
  })
  if (!passwordHash) throw new Problem('no_password')
  const refund = await guardPassword(deps.attempts, `user ${id}`, ip)
  if (!(await verifyPassword(passwordHash, password, addressKey(ip))).ok) throw new Problem('incorrect_password')
  await refund()
  return { passwordHash, passwordSetAt }
}

/** Reauthenticates by the password. Throws `no_password`, `incorrect_password`, `credential_not_eligible`. */
export const verifyPasswordProof = async (
  deps: LoginNeeds,
  password: string,
  context: Context<UserIdentity>,
): Promise<Credential> => {
  const { passwordSetAt } = await verifyOwnPassword(deps, password, context)
  return passwordCredential(await deps.loginApps.get(context.identity.appId), passwordSetAt)
}

type IdentityProof = Extract<ReauthenticationProof, { method: ProofMethod }>

/** The check of the method's login. The account must be one of the user's. */
const verifyIdentity = async (
  deps: LoginNeeds,
  { method, ...input }: IdentityProof,
  context: Context<UserIdentity>,
) => {
  const { userId, appId } = context.identity
  const app = await deps.loginApps.getFor(appId, method)
  const bound = forReauthentication(context.identity)
  const { provider, subject } = (await verifierOf(method)(deps, app, input, context, bound)).identity
  const ownIdentity = await deps.db.prisma.identity.findFirst({ where: { appId, provider, subject, userId } })
  if (!ownIdentity) throw new Problem('account_mismatch')
  return identityCredential(deps, app, ownIdentity)
}

/**
 * Reauthenticates by a credential of the user. Throws `account_mismatch`, `credential_not_eligible`, and what the
 * check of the method throws.
 */
export const verifyProof = async (
  deps: LoginNeeds,
  proof: ReauthenticationProof,
  context: Context<UserIdentity>,
): Promise<Credential> => {
  if (proof.method !== 'passkey') return verifyIdentity(deps, proof, context)
  const { userId, appId } = context.identity
  const app = await deps.loginApps.getFor(appId, 'passkey')
  const passkey = await verifyAssertion(deps, app, proof.response, forReauthentication(context.identity))
  if (passkey.userId !== userId) throw new Problem('account_mismatch')
  return passkeyCredential(app, passkey)
}
