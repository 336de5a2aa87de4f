import { createHash } from 'node:crypto'
import type { Tx } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { Problem } from '../../errors.ts'
import { PictureRefusedError, toContentPicture } from '../../lib/pictures.ts'
import type { Handlers } from '../../handler.ts'
import { record } from '../audit/record.ts'
import { picturePath } from './address.ts'

const decode = (text: string): Promise<Buffer> =>
  toContentPicture(Buffer.from(text, 'base64')).catch((error: unknown) => {
    throw error instanceof PictureRefusedError ? new Problem('picture_refused', { message: error.message }) : error
  })

/** Deletes pictures that nothing names. A new one has a day until the form that it was uploaded for is saved. */
const deleteUnused = (tx: Tx) => tx.$executeRaw`
  DELETE FROM "ContentPicture" AS picture
  WHERE picture."createdAt" < now() - interval '1 day'
    AND NOT EXISTS (
      SELECT 1 FROM "Dapp" WHERE strpos(concat("logoUrl", ' ', "bgImgUrl"), picture."id") > 0)
    AND NOT EXISTS (SELECT 1 FROM "GameCenterEntry" WHERE strpos("logoUrl", picture."id") > 0)
    AND NOT EXISTS (SELECT 1 FROM "GameTask" WHERE strpos("iconUrl", picture."id") > 0)
    AND NOT EXISTS (
      SELECT 1 FROM "App" WHERE strpos(concat("logoUrl", ' ', "brand"::text), picture."id") > 0)`

export const pictureHandlers = ({ db, settings }: Pick<Platform, 'db' | 'settings'>): Handlers<'pictures'> => ({
  upload: async ({ picture }, context) => {
    const webp = new Uint8Array(await decode(picture))
    // Named by its content: an address never shows another picture, and the same file is stored once.
    const id = createHash('sha256').update(webp).digest('hex')
    await db.transaction(async (tx) => {
      await deleteUnused(tx)
      await tx.contentPicture.upsert({
        where: { id },
        create: { id, webp },
        update: { createdAt: new Date() },
        select: { id: true },
      })
      await record(tx, context, { action: 'picture.upload', targetId: id, details: { bytes: webp.length } })
    })
    return { url: settings.publicUrl + picturePath(id) }
  },
})
