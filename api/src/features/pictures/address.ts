import { uploadedPictureUrl } from '@openauth/client'
import type { Tx } from '../../db.ts'

const FOLDER = '/pictures/'

/** The path of an uploaded picture on this server, as fields of dapps, games and apps store it. */
export const picturePath = (id: string): string => `${FOLDER}${id}.webp`

/** The picture id in a field from a client, if the field has the form of an uploaded picture's address, on any server. */
const idIn = (value: unknown): string | undefined =>
  typeof value === 'string' ? uploadedPictureUrl.exec(value)?.[1] : undefined

/**
 * Fields as they are stored: the address of a picture that this server has becomes the picture's path, so that it stays
 * valid when the server's public address changes. The host is not compared, because it may be an earlier address of this
 * server: the id is the digest of the picture. Addresses of other pictures stay as they are.
 */
export const storePictures = async <Fields extends object>(
  tx: Tx,
  fields: Fields,
  names: readonly string[],
): Promise<Fields> => {
  const named = names.flatMap((name) => {
    const id = idIn((fields as Record<string, unknown>)[name])
    return id === undefined ? [] : [{ name, id }]
  })
  if (named.length === 0) return fields
  // Written, not only read: the row's lock makes an upload's deletion of unused pictures wait, and it then finds a new one.
  const rows = await tx.contentPicture.updateManyAndReturn({
    where: { id: { in: named.map(({ id }) => id) } },
    data: { createdAt: new Date() },
    select: { id: true },
  })
  const kept = new Set(rows.map(({ id }) => id))
  const paths = named.filter(({ id }) => kept.has(id)).map(({ name, id }) => [name, picturePath(id)] as const)
  return { ...fields, ...Object.fromEntries(paths) }
}

/** Stored fields as clients read them: the path of a picture that this server keeps becomes its address at `publicUrl`. */
export const presentPictures = <Fields extends object>(
  publicUrl: string,
  fields: Fields,
  names: readonly string[],
): Fields => {
  const addresses = names.flatMap((name) => {
    const value = (fields as Record<string, unknown>)[name]
    return typeof value === 'string' && value.startsWith(FOLDER) ? [[name, publicUrl + value] as const] : []
  })
  return addresses.length === 0 ? fields : { ...fields, ...Object.fromEntries(addresses) }
}
