import type { UpdateInfo } from 'electron-updater'

/** The error code for a feed without digests of its files; electron-updater's own. */
export const NO_DIGEST = 'ERR_UPDATER_NO_CHECKSUM'

/** SHA-512 in base64, as electron-builder writes it. */
const SHA_512 = /^[A-Za-z0-9+/]{86}==$/

/** The files of a feed (https://www.electron.build/auto-update). In an older feed the only file stands beside `version`. */
interface Feed {
  files?: unknown
  packages?: unknown
}

/** A list with one digest would be the same text, but electron-updater would not verify the file by it. */
const isVerifiable = (file: unknown): boolean => {
  const digest = (file as { sha512?: unknown } | null)?.sha512
  return typeof digest === 'string' && SHA_512.test(digest)
}

/**
 * Requires a SHA-512 digest of every file that a feed names. electron-updater itself accepts SHA-256, or a digest of
 * another file. Throws an Error with the code NO_DIGEST.
 */
export const requireDigests = (info: UpdateInfo): void => {
  const { files, packages } = info as Feed
  const named = [
    ...(Array.isArray(files) && files.length > 0 ? (files as unknown[]) : [info]),
    ...Object.values((packages ?? {}) as Record<string, unknown>),
  ]
  if (named.every(isVerifiable)) return
  throw Object.assign(new Error('The feed has no SHA-512 digest of a file'), { code: NO_DIGEST })
}
