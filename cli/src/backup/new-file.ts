import { randomBytes } from 'node:crypto'
import { access, link, open, rename, rm } from 'node:fs/promises'
import { failed, wrongUse } from '../failure.ts'

const reasonOf = (error: unknown): string => (error as Error).message.replace(/, .*$/, '')

/** Links never replace a file that came to be meanwhile; some file systems have none. */
const publish = async (draft: string, path: string): Promise<void> => {
  try {
    await link(draft, path)
    await rm(draft)
  } catch (error) {
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error
    await rename(draft, path)
  }
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
 * Writes a file that only its owner reads, whole or not at all: it has its name once all of it is on the disk. Throws wrong use
 * where the file exists.
 */
export const writeNewFile = async (path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> => {
  await requireNoFile(path)
  const draft = `${path}.${randomBytes(4).toString('hex')}.part`
  const file = await open(draft, 'wx', 0o600).catch((error: unknown) => {
    throw failed(`${path} cannot be written: ${reasonOf(error)}`)
  })
  let bytes = 0
  try {
    for await (const chunk of chunks) {
      for (let written = 0; written < chunk.length;)
        written += (await file.write(chunk, written, chunk.length - written)).bytesWritten
      bytes += chunk.length
    }
    await file.sync()
    await file.close()
    await publish(draft, path)
    return bytes
  } catch (error) {
    await file.close().catch(() => {})
    await rm(draft, { force: true })
    if (['ENOSPC', 'EDQUOT', 'EFBIG', 'EIO'].includes((error as NodeJS.ErrnoException).code ?? ''))
      throw failed(`${path} cannot be written: ${reasonOf(error)}`)
    throw error
  }
}
