import type { contract, HandlerInput } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import type { Database } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { hashPassword, verifyPassword } from '../../lib/passwords.ts'
import { record } from '../audit/record.ts'
import { requireDistinctName } from '../distinct-names.ts'
import { addressKey } from '../login/attempts.ts'
import { guardLogin } from '../login/guard-login.ts'
import { guessedAccount } from '../login/guessed-account.ts'
import { rememberClient } from '../login/known-clients.ts'
import { nameKey } from '../name-key.ts'
import { beginAssertion } from './passkeys.ts'
import { logInByPasskey } from './passkey-login.ts'
import { checkSecondFactor, type FactorProof, hasSecondFactor, type UsedFactor } from './second-factor.ts'
import { shownAdmin } from './stored-admins.ts'
import { startAdminSession } from './sessions.ts'
import { isSetupCode, openSetupCode, removeSetupCode } from './setup-code.ts'
import { type Caller, isFromThisMachine, isOwnHost, isOwnOrigin } from '../../lib/caller.ts'

/**
 * A foreign page must not use a browser on this machine to make its owner the admin: neither by a cross-origin request
 * (https://www.w3.org/TR/fetch-metadata/) nor by a name of its own that resolves to this machine (DNS rebinding),
 * which the Host header shows.
 */
const requireOwnPage = (caller: Caller, publicUrl: string): void => {
  const site = caller.headers['sec-fetch-site']
  const isForeignSite = site !== undefined && site !== 'same-origin' && site !== 'none'
  const isOwn = isOwnHost(caller, publicUrl) && isOwnOrigin(caller, publicUrl) && !isForeignSite
  if (!isOwn) throw new Problem('setup_refused')
}

/**
 * Refuses the first set-up unless the caller is on this machine, or knows the code that the server printed at its
 * start. Throws `setup_refused`, `setup_code_required`.
 */
const requireSetupCaller = async (
  caller: Caller,
  { publicUrl, given, readCode }: { publicUrl: string; given: string | undefined; readCode: () => Promise<string> },
): Promise<void> => {
  requireOwnPage(caller, publicUrl)
  if (isFromThisMachine(caller)) return
  if (given === undefined || !isSetupCode(await readCode(), given)) throw new Problem('setup_code_required')
}

/** Advisory lock that serializes the first set-up over all instances: of two calls at once, one creates the admin. */
const SETUP_LOCK = 5_566_001

/** Replaces only the hash that was checked. Returns the hash that this login may rely on. */
const replaceHash = async (
  { prisma }: Database,
  { id, passwordHash }: { id: number; passwordHash: string },
  password: string,
  ip: string,
) => {
  const next = await hashPassword(password, addressKey(ip))
  const { count } = await prisma.admin.updateMany({ where: { id, passwordHash }, data: { passwordHash: next } })
  return count > 0 ? next : passwordHash
}

/** Asks admins who have a second factor for it. Throws what checkSecondFactor throws. */
const requireSecondFactor = async (
  deps: Pick<Platform, 'db' | 'keys' | 'attempts' | 'clock'>,
  adminId: number,
  proof: FactorProof,
  context: Context,
): Promise<UsedFactor | undefined> => {
  if (!(await hasSecondFactor(deps.db.prisma, adminId))) return undefined
  if (proof.code === undefined && !proof.passkey) throw new Problem('second_factor_required')
  return checkSecondFactor(deps, { adminId, sessionId: null }, proof, context).catch(async (error: unknown) => {
    await record(deps.db.prisma, context, { action: 'admin.second-factor-refused', targetId: String(adminId) })
    throw error
  })
}

/** Starts a session of an admin. Throws `invalid_admin_login`, and what requireSecondFactor throws. */
const logIn = async (
  deps: Pick<Platform, 'db' | 'keys' | 'tokens' | 'attempts' | 'clock' | 'findPlace'>,
  { username, password, code, passkey }: HandlerInput<typeof contract.setup.login>,
  context: Context,
) => {
  const { db, attempts } = deps
  const usernameKey = nameKey(username.trim())
  const accept = await guardLogin({ db, attempts }, guessedAccount.admin(usernameKey), context)
  const admin = await db.prisma.admin.findUnique({ where: { usernameKey } })
  const { ok, outdated } = await verifyPassword(admin?.passwordHash, password, addressKey(context.ip))
  if (!admin || !ok) {
    // Written for an unknown name too, so that response times are equal. The name itself is not stored: people type
    // their password there.
    const target = admin ? { targetId: String(admin.id) } : {}
    await record(db.prisma, context, { action: 'admin.login-refused', ...target })
    throw new Problem('invalid_admin_login')
  }
  const factor = await requireSecondFactor(deps, admin.id, { code, passkey }, context)
  await accept()
  const passwordHash = outdated ? await replaceHash(db, admin, password, context.ip) : admin.passwordHash
  const by = { actor: 'admin', actorId: String(admin.id) } as const
  const token = await startAdminSession(deps, { id: admin.id, passwordHash }, context, async (tx) => {
    // Set up since the question above: the call that did ended the sessions that began by the password alone.
    if (!factor && (await hasSecondFactor(tx, admin.id))) throw new Problem('second_factor_required')
    await record(tx, context, {
      action: factor === 'recovery-code' ? 'admin.login-by-recovery-code' : 'admin.login',
      by,
    })
  })
  if (!token) throw new Problem('invalid_admin_login')
  return { token }
}

/** The caller as it may act now: a service token may do less than its admin. */
const showCaller = async ({ prisma }: Database, { adminId, role, appIds, serviceToken }: AdminIdentity) => {
  const admin = shownAdmin(await prisma.admin.findUniqueOrThrow({ where: { id: adminId } }))
  if (!serviceToken) return admin
  const { name, expiresAt, calls } = serviceToken
  const token = {
    serviceTokenName: name,
    serviceTokenExpiresAt: expiresAt,
    ...(calls && { serviceTokenCalls: [...calls] }),
  }
  return { ...admin, role, apps: appIds && [...appIds], ...token }
}

export const setupHandlers = (
  deps: Pick<Platform, 'db' | 'keys' | 'tokens' | 'attempts' | 'clock' | 'findPlace' | 'settings'>,
): Handlers<'setup'> => ({
  config: async () => ({ initialized: (await deps.db.prisma.admin.count()) > 0 }),

  create: async ({ username, password, setupCode }, context) => {
    if ((await deps.db.prisma.admin.count()) > 0) throw new Problem('already_initialized')
    requireDistinctName(username, [])
    const { publicUrl, dataDir } = deps.settings
    const readCode = () => openSetupCode(dataDir)
    await requireSetupCaller(context.message, { publicUrl, given: setupCode, readCode })
    const passwordHash = await hashPassword(password, addressKey(context.ip))
    await deps.db.transaction(async (tx) => {
      await tx.$executeRaw`SELECT pg_advisory_xact_lock(${SETUP_LOCK})`
      if ((await tx.admin.count()) > 0) throw new Problem('already_initialized')
      const admin = await tx.admin.create({
        data: { username, usernameKey: nameKey(username), passwordHash, role: 'owner', allApps: true },
      })
      await record(tx, context, { action: 'admin.setup', targetId: String(admin.id), details: { username } })
    })
    await removeSetupCode(dataDir)
    await rememberClient(deps.db, guessedAccount.admin(nameKey(username)), context)
    return {}
  },

  login: (credentials, context) => logIn(deps, credentials, context),

  passkeyOptions: async (_, context) => {
    await deps.attempts.consume(['challengeByIp', addressKey(context.ip)])
    return beginAssertion(deps, null, context)
  },

  loginByPasskey: ({ response }, context) => logInByPasskey(deps, response, context),

  logout: async (_, context) => {
    await deps.db.transaction(async (tx) => {
      const { count } = await tx.adminSession.deleteMany({ where: { id: context.identity.sessionId } })
      if (count > 0) await record(tx, context, { action: 'admin.logout' })
    })
    return {}
  },

  whoami: async (_, { identity }) => showCaller(deps.db, identity),
})
