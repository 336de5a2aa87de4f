import type { AdminIdentity, Context, Handlers } from '../../handler.ts'
import { pageOf, skipTake } from '../page.ts'
import { approve, refuse } from './decide.ts'
import type { ApprovalNeeds } from './needs.ts'
import { findApproval, shownApproval, visibleTo, withAdmins } from './present.ts'
import { collect, withdraw } from './requester.ts'

const inState = (state: string | undefined) => {
  const now = new Date()
  if (state === 'pending' || state === 'approved') return { state, expiresAt: { gt: now } }
  if (state !== 'expired') return state === undefined ? {} : { state }
  return { OR: [{ state }, { state: { in: ['pending', 'approved'] }, expiresAt: { lte: now } }] }
}

/** Calls that wait for a second admin, and what becomes of them. */
export const approvalHandlers = (deps: ApprovalNeeds): Handlers<'approvals'> => {
  const { prisma } = deps.db
  const show = async (id: string, { identity }: Context<AdminIdentity>) =>
    shownApproval(await findApproval(prisma, id, identity), identity)
  return {
    list: async ({ state, appId, page, limit }, { identity }) => {
      const where = { AND: [visibleTo(identity), inState(state), appId === undefined ? {} : { appId }] }
      const orderBy = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]
      const rows = await prisma.approval.findMany({ where, include: withAdmins, orderBy, ...skipTake({ page, limit }) })
      const shown = rows.map((row) => shownApproval(row, identity))
      return pageOf(shown, await prisma.approval.count({ where }), limit)
    },
    get: ({ id }, context) => show(id, context),
    approve: async (given, context) => {
      await approve(deps, given, context)
      return show(given.id, context)
    },
    refuse: async (given, context) => {
      await refuse(deps, given, context)
      return show(given.id, context)
    },
    withdraw: async ({ id }, context) => {
      await withdraw(deps, id, context)
      return show(id, context)
    },
    collect: ({ id }, context) => collect(deps, id, context),
  }
}
