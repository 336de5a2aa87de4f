import type { TermsLink } from '@openauth/client'
import type { Database, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { createLargeCache } from '../../lib/large-cache.ts'
import { documentsOf } from '../apps/documents.ts'
import type { LoginApps } from '../apps/login-apps.ts'

/** Documents, each with when a user accepted its version; null: not yet. */
export const acceptedOf = async (tx: Tx, userId: string, documents: readonly TermsLink[]) => {
  const rows = await tx.termsAcceptance.findMany({
    where: { userId, version: { in: documents.map((each) => each.version) } },
  })
  return documents.map((each) => {
    const row = rows.find(({ document, version }) => document === each.document && version === each.version)
    return { ...each, acceptedAt: row?.acceptedAt ?? null }
  })
}

export interface TermsGuard {
  /** Throws `terms_required` for a user of an app that requires it who has not accepted the present versions. */
  requireAccepted: (user: { userId: string; appId: string }) => Promise<void>
}

/** Whether users accepted what their app requires. What was accepted stays so, and is read once. */
export const createTermsGuard = (db: Database, loginApps: Pick<LoginApps, 'get'>): TermsGuard => {
  const accepted = createLargeCache<string>(50_000)
  return {
    requireAccepted: async ({ userId, appId }) => {
      const app = await loginApps.get(appId)
      if (!app.termsRequired) return
      const documents = documentsOf(app)
      const versions = JSON.stringify(documents)
      if (documents.length === 0 || accepted.get(userId) === versions) return
      const read = await acceptedOf(db.prisma, userId, documents)
      if (read.some(({ acceptedAt }) => acceptedAt === null)) throw new Problem('terms_required')
      accepted.set(userId, versions)
    },
  }
}
