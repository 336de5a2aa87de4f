import { randomBytes } from 'node:crypto'
import { access, link, open, realpath, rename, rm, stat, writeFile } from 'node:fs/promises'
import { wrongUse } from './failure.ts'
import { unwritable } from './file-failure.ts'

/** What a file is to hold. */
type Content = string | Uint8Array | AsyncIterable<string | Uint8Array>

/** Codes of errors that are the disk's, and not those of what is written. */
const diskErrors: readonly unknown[] = ['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO']

/** Codes of file systems that have no links. */
const withoutLinks: readonly unknown[] = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS']

const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code

/** Only its owner can read the file. */
const PRIVATE = 0o600

/** Writes a draft beside the file, which `publish` gives its name once all of it is on the disk. Returns its bytes. */
const writeWhole = async (
  path: string,
  content: Content,
  publish: (draft: string, path: string) => Promise<void>,
  mode = PRIVATE,
): Promise<number> => {
  const draft = `${path}.${randomBytes(6).toString('hex')}.part`
  const file = await open(draft, 'wx', mode).catch((error: unknown) => {
    throw unwritable(path, error)
  })
  try {
    await writeFile(file, content)
    await file.sync()
    const { size } = await file.stat()
    await file.close()
    await publish(draft, path)
    return size
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    throw diskErrors.includes(codeOf(error)) ? unwritable(path, error) : error
  }
}

/** A link, unlike a rename, never replaces a file that another program has made meanwhile. */
const linkTo = async (draft: string, path: string): Promise<void> => {
  try {
    await link(draft, path)
    await rm(draft)
  } catch (error) {
    if (!withoutLinks.includes(codeOf(error))) throw error
    await rename(draft, path)
  }
}

/**
 * Writes a file that only its owner can read. Readers and crashes see the old file, or all of the new one. Returns its bytes.
 */
export const replaceFile = (path: string, content: Content): Promise<number> => writeWhole(path, content, rename)

/** The same for a file without secrets: it is as readable as other files that this account makes, or as the one before it. */
export const replaceSharedFile = async (path: string, content: Content): Promise<number> => {
  const target = await realpath(path).catch(() => path)
  const before = await stat(target).catch(() => undefined)
  return writeWhole(target, content, rename, before === undefined ? 0o666 : before.mode & 0o777)
}

/** Throws wrong use where the file exists: before anything is asked or fetched for it. */
export const requireNoFile = async (path: string): Promise<void> => {
  const exists = await access(path).then(
    () => true,
    () => false,
  )
  if (exists) throw wrongUse(`${path} exists. Give another name, or move it away`)
}

/**
 * Writes a file that only its owner can read, whole or not at all. Returns its bytes. Throws wrong use where the file exists.
 */
export const writeNewFile = async (path: string, content: Content): Promise<number> => {
  await requireNoFile(path)
  return writeWhole(path, content, linkTo)
}
