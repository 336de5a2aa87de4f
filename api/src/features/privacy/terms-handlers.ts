import type { Handlers } from '../../handler.ts'
import type { Tx } from '../../db.ts'
import { requireApp } from '../apps/require-app.ts'
import { pageOf, skipTake } from '../page.ts'
import { findUser } from '../users/find.ts'
import { presentAcceptance } from './terms.ts'
import type { PrivacyNeeds } from './needs.ts'

const newestFirst = [{ acceptedAt: 'desc' }, { userId: 'desc' }, { document: 'asc' }] as const

const ofUser = async (tx: Tx, appId: string, userId: string) => {
  await findUser(tx, appId, userId)
  return (await tx.termsAcceptance.findMany({ where: { userId }, orderBy: [...newestFirst] })).map(presentAcceptance)
}

/** The admins' calls: who accepted which version. */
export const termsHandlers = ({ db: { prisma } }: Pick<PrivacyNeeds, 'db'>): Handlers<'terms'> => ({
  acceptances: async ({ appId, document, version, ...page }) => {
    await requireApp(prisma, appId)
    const where = { appId, ...(document && { document }), ...(version !== undefined && { version }) }
    const rows = await prisma.termsAcceptance.findMany({ where, orderBy: [...newestFirst], ...skipTake(page) })
    return pageOf(rows.map(presentAcceptance), await prisma.termsAcceptance.count({ where }), page.limit)
  },

  ofUser: ({ appId, id }) => ofUser(prisma, appId, id),
})

/** The partner's. */
export const appTermsHandlers = ({ db: { prisma } }: Pick<PrivacyNeeds, 'db'>): Handlers<'appTermsAcceptances'> => ({
  ofUser: ({ id }, { identity: { appId } }) => ofUser(prisma, appId, id),
})
