import type { Handlers } from '../../handler.ts'
import { Problem } from '../../errors.ts'
import { requireApp } from '../apps/require-app.ts'
import { pageOf, skipTake } from '../page.ts'
import { withReauthentication } from '../reauthentication/require-reauthentication.ts'
import { findUser } from '../users/find.ts'
import { cancelDeletion, cancelOwnDeletion, presentDeletion, requestDeletion, showDeletion } from './requests.ts'
import { acceptTerms, showTerms } from './terms.ts'
import type { PrivacyNeeds } from './needs.ts'

/** A user's calls for what is stored about it. */
export const privacyHandlers = (deps: PrivacyNeeds): Handlers<'privacy'> => ({
  deletion: (_, context) => showDeletion(deps, context),

  requestDeletion: ({ acceptsLoss = false, ...reauthentication }, context) =>
    withReauthentication(deps, reauthentication, context, (credential) =>
      requestDeletion(deps, { acceptsLoss }, credential, context),
    ),

  cancelDeletion: async (_, context) => {
    await cancelOwnDeletion(deps, context)
    return {}
  },

  terms: (_, { identity }) => showTerms(deps, identity),

  acceptTerms: async (seen, context) => {
    await acceptTerms(deps, seen, context)
    return {}
  },
})

/** A page of the deletions to come of an app, the next one first. */
const listDeletions = async (
  { db: { prisma } }: Pick<PrivacyNeeds, 'db'>,
  { appId, userId, ...page }: { appId: string; userId?: string | undefined; page: number; limit: number },
) => {
  const where = { appId, user: { deletedAt: null }, ...(userId !== undefined && { userId }) }
  const rows = await prisma.userDeletion.findMany({
    where,
    orderBy: [{ dueAt: 'asc' }, { userId: 'asc' }],
    ...skipTake(page),
  })
  return pageOf(rows.map(presentDeletion), await prisma.userDeletion.count({ where }), page.limit)
}

/** The admins' calls for deletions that users asked for. */
export const deletionHandlers = (deps: PrivacyNeeds): Handlers<'deletions'> => ({
  list: async (input) => {
    await requireApp(deps.db.prisma, input.appId)
    return listDeletions(deps, input)
  },

  get: async ({ appId, id }) => {
    await findUser(deps.db.prisma, appId, id)
    const row = await deps.db.prisma.userDeletion.findUnique({ where: { userId: id } })
    if (!row) throw new Problem('no_deletion')
    return presentDeletion(row)
  },

  cancel: async (which, context) => {
    await cancelDeletion(deps, which, context)
    return {}
  },
})

/** The same list for partners. */
export const appDeletionHandlers = (deps: PrivacyNeeds): Handlers<'appDeletions'> => ({
  list: (page, { identity: { appId } }) => listDeletions(deps, { appId, ...page }),
})
