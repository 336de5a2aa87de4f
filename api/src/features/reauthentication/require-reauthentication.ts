import type { ReauthenticationProof } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { type Credential, identityCredential, passkeyCredential, passwordCredential } from './credential.ts'
import { consumeToken } from './token.ts'
import { verifyPasswordProof, verifyProof } from './verify-proof.ts'
import type { LoginNeeds } from '../login/needs.ts'

/** The greatest age of a login that counts as a reauthentication. Milliseconds. */
const MAX_LOGIN_AGE = 5 * 60_000

/** What a call may contain to reauthenticate. */
export interface Reauthentication {
  password?: string | undefined
  proof?: ReauthenticationProof | undefined
  reauthenticationToken?: string | undefined
}

/**
 * The credential with which a recent session began, if the user still has it and the login was no replay. Throws
 * `credential_not_eligible`.
 */
const sessionCredential = async (deps: LoginNeeds, { userId, appId, sessionId }: UserIdentity) => {
  const { prisma } = deps.db
  const session = await prisma.session.findFirst({
    where: { id: sessionId, userId, createdAt: { gt: new Date(Date.now() - MAX_LOGIN_AGE) } },
  })
  if (!session || session.replayed) return undefined
  const app = await deps.loginApps.get(appId)
  const { method, passkeyId } = session
  if (method === 'username') {
    const user = await prisma.user.findUniqueOrThrow({
      where: { id: userId },
      select: { passwordHash: true, passwordSetAt: true },
    })
    return user.passwordHash ? passwordCredential(app, user.passwordSetAt) : undefined
  }
  if (method === 'passkey') {
    const passkey = passkeyId && (await prisma.passkey.findFirst({ where: { id: passkeyId, userId } }))
    return passkey ? passkeyCredential(app, passkey) : undefined
  }
  const identity = await prisma.identity.findFirst({ where: { userId, provider: method as never } })
  return identity ? identityCredential(deps, app, identity) : undefined
}

export const isReauthenticationRequired = (error: unknown): boolean =>
  error instanceof Problem && error.code === 'reauthentication_required'

const isIneligible = (error: unknown): error is Problem =>
  error instanceof Problem && error.code === 'credential_not_eligible'

/** Accepts a login under five minutes old by an eligible credential. Throws `reauthentication_required`. */
const byRecentLogin = async (deps: LoginNeeds, { identity }: Context<UserIdentity>): Promise<Credential> => {
  const credential = await sessionCredential(deps, identity).catch((error: unknown) => {
    // On this code a page asks the user for another credential.
    if (isIneligible(error)) throw new Problem('reauthentication_required', { message: error.message })
    throw error
  })
  if (!credential) throw new Problem('reauthentication_required')
  return credential
}

/**
 * Ensures that the caller is the user, not the holder of a stolen session: by a login under five minutes old, or by
 * the password or credential of the call. Throws `reauthentication_required`, or the reason why the given credential
 * does not count.
 */
export const requireReauthentication = async (
  deps: LoginNeeds,
  { password, proof }: Omit<Reauthentication, 'reauthenticationToken'>,
  context: Context<UserIdentity>,
): Promise<Credential> => {
  if (password !== undefined) return verifyPasswordProof(deps, password, context)
  if (proof) return verifyProof(deps, proof, context)
  return byRecentLogin(deps, context)
}

/**
 * Runs `work` for a caller that has reauthenticated, by the call itself or by the token of an earlier call. The token
 * is consumed before `work` starts, so that two concurrent calls cannot share it, and refunded where `work` fails.
 */
export const withReauthentication = async <T>(
  deps: LoginNeeds,
  { reauthenticationToken: token, ...reauthentication }: Reauthentication,
  context: Context<UserIdentity>,
  work: (credential: Credential) => Promise<T>,
): Promise<T> => {
  if (token === undefined) return work(await requireReauthentication(deps, reauthentication, context))
  const consumed = await consumeToken(deps.db, token, context.identity)
  if (!consumed) throw new Problem('reauthentication_required')
  try {
    return await work(consumed.credential)
  } catch (error) {
    await consumed.refund()
    throw error
  }
}
