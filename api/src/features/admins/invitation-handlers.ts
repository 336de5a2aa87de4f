import type { Handlers } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { acceptInvitation, showInvitation } from './accept-invitation.ts'
import {
  type InvitationNeeds,
  invite,
  inviteAgain,
  openInvitation,
  revokeInvitations,
  shownInvitation,
  withInviter,
} from './invitations.ts'
import { lockAsOwner } from './rights.ts'

/** The calls about invitations of admins. */
export const adminInvitationHandlers = (deps: InvitationNeeds): Handlers<'adminInvitations'> => ({
  list: async () => {
    const where = openInvitation()
    const rows = await deps.db.prisma.adminInvitation.findMany({
      where,
      include: withInviter,
      orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    })
    return rows.map(shownInvitation)
  },

  create: (given, context) => invite(deps, given, context),

  resend: (given, context) => inviteAgain(deps, given, context),

  revoke: async ({ id }, context) => {
    await deps.db.transaction(async (tx) => {
      await lockAsOwner(tx, context.identity)
      if ((await revokeInvitations(tx, { id }, context)) === 0) throw new Problem('invitation_not_found')
    })
    return {}
  },

  show: ({ secret }, context) => showInvitation(deps, secret, context),

  accept: (given, context) => acceptInvitation(deps, given, context),
})
