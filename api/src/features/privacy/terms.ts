import { termsDocuments, type TermsDocument } from '@openauth/client'
import type { Context, UserIdentity } from '../../handler.ts'
import type { TermsAcceptanceModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { documentsOf } from '../apps/documents.ts'
import { record } from '../audit/record.ts'
import { acceptedOf } from '../terms/accepted.ts'
import { lockUser } from '../users/lock-user.ts'
import type { PrivacyNeeds } from './needs.ts'

/** The documents of the user's app, and which versions the user accepted. */
export const showTerms = async (
  { db, loginApps }: Pick<PrivacyNeeds, 'db' | 'loginApps'>,
  { userId, appId }: UserIdentity,
) => {
  const app = await loginApps.get(appId)
  return { required: app.termsRequired, documents: await acceptedOf(db.prisma, userId, documentsOf(app)) }
}

type Seen = Partial<Record<TermsDocument, string | undefined>>

/** Stores that a user accepted the versions that the user saw. Throws `terms_changed` where one is not the present one. */
export const acceptTerms = async (
  { db, attempts }: Pick<PrivacyNeeds, 'db' | 'attempts'>,
  { surface, ...seen }: Seen & { surface: string },
  context: Context<UserIdentity>,
): Promise<void> => {
  const { userId, appId } = context.identity
  await attempts.consume(['termsByUser', userId])
  await db.transaction(async (tx) => {
    await lockUser(tx, context.identity)
    // The row and not the cache: a version that was replaced a moment ago is not accepted.
    const present = documentsOf(await tx.app.findUniqueOrThrow({ where: { id: appId } }))
    const named = termsDocuments.filter((document) => seen[document] !== undefined)
    const isPresent = (document: TermsDocument) =>
      present.some((each) => each.document === document && each.version === seen[document])
    if (!named.every(isPresent)) throw new Problem('terms_changed')
    const data = named.map((document) => ({ userId, appId, document, version: seen[document]!, surface }))
    const { count } = await tx.termsAcceptance.createMany({ data, skipDuplicates: true })
    const given = data.map(({ document, version }) => `${document} ${version}`)
    if (count > 0)
      await record(tx, context, { action: 'user.terms-accept', appId, targetId: userId, details: { given } })
  })
}

/** An acceptance in wire form. */
export const presentAcceptance = ({ userId, document, version, acceptedAt, surface }: TermsAcceptanceModel) => ({
  userId,
  document: document as TermsDocument,
  version,
  acceptedAt,
  surface,
})
