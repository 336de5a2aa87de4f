import { type AdminRole, type contract, type HandlerInput, includesRole, MAX_SERVICE_TOKENS } from '@openauth/client'
import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import type { AdminModel, ServiceTokenModel, Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { record } from '../audit/record.ts'
import { pageOf, skipTake } from '../page.ts'
import { requireCurrentPassword } from './current-password.ts'
import { newServiceToken, revokeServiceTokens, serviceTokenDigest, working } from './service-tokens.ts'
import { lockCaller } from './sessions.ts'
import { findAdmin, present } from './stored-admins.ts'

type AdminContext = Context<AdminIdentity>
type Given = HandlerInput<typeof contract.serviceTokens.create>

const DAY = 86_400_000

/** Whose tokens an admin may see and revoke: an owner everybody's, others their own. */
const reachable = ({ adminId, role }: AdminIdentity) => (includesRole(role, 'owner') ? {} : { adminId })

const shown = ({ allApps, appIds, role, calls, admin, ...token }: ServiceTokenModel & { admin: AdminModel }) => ({
  ...token,
  username: admin.username,
  // The column has no other values: "ServiceToken_role_check".
  role: role as AdminRole,
  apps: allApps ? null : appIds,
  calls: calls as string[] | null,
})

/** Refuses a token that may do more than its admin. Throws `role_too_low`, `outside_your_apps`, `app_not_found`. */
const requireWithin = async (tx: Tx, { role, apps }: Pick<Given, 'role' | 'apps'>, admin: AdminModel) => {
  if (!includesRole(admin.role as AdminRole, role))
    throw new Problem('role_too_low', { message: `Your role is ${admin.role}: a token of yours cannot have ${role}` })
  if (!apps) return
  if (!admin.allApps && apps.some((id) => !admin.appIds.includes(id))) throw new Problem('outside_your_apps')
  if ((await tx.app.count({ where: { id: { in: apps }, deletedAt: null } })) < apps.length)
    throw new Problem('app_not_found')
}

/** Stores a new token. The admin's row is locked, so that its rights and its number of tokens stay what they are. */
const add = async (
  tx: Tx,
  token: string,
  { name, role, apps: given, calls, expiresInDays }: Given,
  by: AdminContext,
) => {
  const { adminId } = by.identity
  await lockCaller(tx, by.identity)
  const admin = await findAdmin(tx, adminId)
  const unique = given && [...new Set(given)]
  await requireWithin(tx, { role, apps: unique }, admin)
  if ((await tx.serviceToken.count({ where: { adminId, ...working() } })) >= MAX_SERVICE_TOKENS)
    throw new Problem('too_many_service_tokens')
  // Of an admin of some apps, a token for all stays with those of today.
  const apps = unique ?? (admin.allApps ? null : admin.appIds)
  const expiresAt = new Date(Date.now() + expiresInDays * DAY)
  const stored = await tx.serviceToken.create({
    data: {
      adminId,
      name,
      digest: serviceTokenDigest(token),
      lastFour: token.slice(-4),
      role,
      allApps: apps === null,
      appIds: apps ?? [],
      ...(calls && { calls }),
      expiresAt,
    },
    include: { admin: true },
  })
  const details = { name, role, apps, calls, expiresAt: expiresAt.getTime() }
  await record(tx, by, { action: 'service-token.create', targetId: stored.id, details })
  return { ...shown(stored), token }
}

const revoke = async (tx: Tx, id: string, context: AdminContext): Promise<void> => {
  const where = { id, ...reachable(context.identity), ...working() }
  const { count } = await tx.serviceToken.updateMany({ where, data: { revokedAt: new Date() } })
  if (count === 0) throw new Problem('service_token_not_found')
  const { name, adminId } = await tx.serviceToken.findUniqueOrThrow({ where: { id } })
  const { username } = await tx.admin.findUniqueOrThrow({ where: { id: adminId } })
  await record(tx, context, { action: 'service-token.revoke', targetId: id, details: { name, username } })
}

const revokeAll = async (tx: Tx, adminId: number, context: AdminContext) => {
  const { adminId: own, role } = context.identity
  if (adminId !== own && !includesRole(role, 'owner'))
    throw new Problem('role_too_low', { message: `This needs the role owner, and yours is ${role}` })
  await findAdmin(tx, adminId)
  const revoked = await revokeServiceTokens(tx, adminId)
  await record(tx, context, {
    action: 'admin.service-tokens-revoke',
    targetId: String(adminId),
    details: { ended: revoked },
  })
  return { revoked }
}

/** The tokens of admins for scripts. */
export const serviceTokenHandlers = ({
  db,
  attempts,
}: Pick<Platform, 'db' | 'attempts'>): Handlers<'serviceTokens'> => ({
  list: async ({ page, limit }, { identity }) => {
    const where = { ...working(), admin: present, ...reachable(identity) }
    const rows = await db.prisma.serviceToken.findMany({
      where,
      include: { admin: true },
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
      ...skipTake({ page, limit }),
    })
    return pageOf(rows.map(shown), await db.prisma.serviceToken.count({ where }), limit)
  },

  create: async (given, context) => {
    await requireCurrentPassword({ db, attempts }, context, given.currentPassword)
    const token = newServiceToken()
    return db.transaction((tx) => add(tx, token, given, context))
  },

  revoke: async ({ id }, context) => {
    await db.transaction((tx) => revoke(tx, id, context))
    return {}
  },

  revokeAll: ({ id }, context) => db.transaction((tx) => revokeAll(tx, id, context)),
})
