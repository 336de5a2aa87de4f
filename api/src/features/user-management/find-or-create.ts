import { type contract, type HandlerInput, identityFields, type Provider } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { loginSettingsOf } from '../apps/login-settings.ts'
import { createNamedUser } from '../users/create-named.ts'
import { findByIdentity, findOrCreateUser } from '../users/create.ts'
import { assignExternalId } from './external-id.ts'
import { canonicalIdentity, type VerifiedIdentity } from '../identities/identity.ts'

type Input = HandlerInput<typeof contract.appUsers.findOrCreate>

/**
 * The account that a partner vouches for. An e-mail address must be verified, since whoever reads its mail can log in
 * by it.
 */
const accountOf = (input: Input): VerifiedIdentity => {
  const [provider, field] = (Object.entries(identityFields) as [Provider, keyof Input][]).find(
    ([, name]) => input[name] !== undefined,
  )!
  if (provider === 'email' && !input.emailVerified)
    throw new Problem('email_not_verified', { message: 'Verify the e-mail address before you create a user by it' })
  return canonicalIdentity(provider, String(input[field]))
}

const createByUsername = async (deps: Pick<Platform, 'db' | 'keys'>, appId: string, input: Input): Promise<string> => {
  const { password = '', externalId } = input
  const identity = accountOf(input)
  const app = await deps.db.prisma.app.findUniqueOrThrow({ where: { id: appId }, select: { loginSettings: true } })
  if (!loginSettingsOf(app).usernameEnabled) throw new Problem('login_method_disabled')
  // A taken name is refused before the hash, which is expensive.
  if (await findByIdentity(deps.db.prisma, appId, identity)) throw new Problem('username_exists')
  const { userId } = await createNamedUser(deps, { appId, identity, password, externalId }, `app ${appId}`)
  return userId
}

/**
 * The user of an account that a partner vouches for, created where there is none. A username with a password always
 * creates a user. Throws `email_not_verified`, `username_exists`, `login_method_disabled`, `external_id_taken`,
 * `external_id_conflict`.
 */
export const findOrCreateForPartner = async (
  deps: Pick<Platform, 'db' | 'keys'>,
  appId: string,
  input: Input,
): Promise<string> => {
  if (input.username !== undefined) return createByUsername(deps, appId, input)
  const { externalId } = input
  const more = externalId === undefined ? {} : { externalId }
  const id = await findOrCreateUser(deps.db, deps.keys, appId, accountOf(input), more)
  if (externalId !== undefined) await assignExternalId(deps.db, id, externalId)
  return id
}
