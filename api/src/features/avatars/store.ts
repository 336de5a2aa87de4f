import { randomUUID } from 'node:crypto'
import type { Database, Tx } from '../../db.ts'
import { avatarPath, publicAvatarUrl } from './address.ts'

/** Stands in avatarSource of users who took their picture away: a later login does not bring the provider's back. */
const CHOSE_NONE = 'none'

/** Users who have not chosen: nothing is known of a picture, or it is a copy of ours. */
const unchosen = {
  deletedAt: null,
  OR: [
    { avatar: null, avatarSource: null },
    { avatar: { not: null }, avatarSource: { not: null } },
  ],
}

export const findUserForCopy = async ({ prisma }: Database, userId: string): Promise<{ appId: string } | null> =>
  prisma.user.findFirst({ where: { ...unchosen, id: userId, app: { deletedAt: null } }, select: { appId: true } })

/** Makes a copy the user's picture, unless the user has chosen another or is gone by now. The same picture keeps its id. */
export const storeCopy = (
  db: Database,
  userId: string,
  webp: Uint8Array<ArrayBuffer>,
  avatarSource: string,
): Promise<void> =>
  db.transaction(async (tx) => {
    // This locks the user's row, so that copies and choices of one user follow one another.
    const { count } = await tx.user.updateMany({ where: { ...unchosen, id: userId }, data: { avatarSource } })
    if (count === 0) return
    const former = await tx.avatar.findUnique({ where: { userId } })
    const same = former !== null && Buffer.from(former.webp).equals(webp)
    const id = same ? former.id : randomUUID()
    if (!same) {
      await tx.avatar.deleteMany({ where: { userId } })
      await tx.avatar.create({ data: { id, userId, webp }, select: { id: true } })
    }
    await tx.user.update({ where: { id: userId }, data: { avatar: avatarPath(id) }, select: { id: true } })
  })

/**
 * Sets the picture that a user chose, or none, and drops the copy. A form that sends back the copy's own address, as it
 * was shown, changes nothing.
 */
export const chooseAvatar = async (tx: Tx, publicUrl: string, userId: string, avatar: string | null): Promise<void> => {
  const where = { id: userId, deletedAt: null }
  const user = await tx.user.findFirst({ where, select: { avatar: true } })
  if (avatar !== null && user && publicAvatarUrl(publicUrl, user.avatar) === avatar) return
  await tx.user.updateMany({ where, data: { avatar, avatarSource: avatar === null ? CHOSE_NONE : null } })
  await tx.avatar.deleteMany({ where: { userId } })
}
