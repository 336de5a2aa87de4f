import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '../../db.ts'
import { avatarPath, publicAvatarUrl } from './address.ts'

/** The avatarSource of users who removed their picture: a later login does not bring the provider's back. */
const REMOVED_BY_USER = 'none'

/** Users who have not chosen a picture: they have none yet, or a copy of the provider's. */
const unchosen = {
  deletedAt: null,
  OR: [
    { avatar: null, avatarSource: null },
    { avatar: { not: null }, avatarSource: { not: null } },
  ],
}

/** The app of a user whose picture may be replaced by a copy; null if the user chose one, or is deleted. */
export const findUserForCopy = async ({ prisma }: Database, userId: string): Promise<{ appId: string } | null> =>
  prisma.user.findFirst({ where: { ...unchosen, id: userId, app: { deletedAt: null } }, select: { appId: true } })

/**
 * Makes a copy the user's picture, unless the user has chosen another or is deleted. An unchanged picture keeps its
 * id.
 */
export const storeCopy = (
  db: Database,
  userId: string,
  webp: Uint8Array<ArrayBuffer>,
  avatarSource: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    // This locks the user's row: copies and choices of one user run one after the other.
    const { count } = await tx.user.updateMany({ where: { ...unchosen, id: userId }, data: { avatarSource } })
    if (count === 0) return
    const existing = await tx.avatar.findUnique({ where: { userId } })
    const same = existing !== null && Buffer.from(existing.webp).equals(webp)
    const id = same ? existing.id : randomUUID()
    if (!same) {
      await tx.avatar.deleteMany({ where: { userId } })
      await tx.avatar.create({ data: { id, userId, webp }, select: { id: true } })
    }
    await tx.user.update({ where: { id: userId }, data: { avatar: avatarPath(id) }, select: { id: true } })
  })

/**
 * Sets the picture that a user chose, or none, and deletes the copy. A form that sends back the copy's own address
 * changes nothing.
 */
export const chooseAvatar = async (tx: Tx, publicUrl: string, userId: string, avatar: string | null): Promise<void> => {
  const where = { id: userId, deletedAt: null }
  const user = await tx.user.findFirst({ where, select: { avatar: true } })
  if (avatar !== null && user && publicAvatarUrl(publicUrl, user.avatar) === avatar) return
  await tx.user.updateMany({ where, data: { avatar, avatarSource: avatar === null ? REMOVED_BY_USER : null } })
  await tx.avatar.deleteMany({ where: { userId } })
}
