import { type FileHandle, open } from 'node:fs/promises'
import { hostname } from 'node:os'
import type { ChainFacts, Destination, ForwardedLink } from './destination.ts'

/** Read from the end of the file at once. */
const CHUNK = 256 * 1024

/** The end of the last whole line: what a crash has cut off within a line is written anew. */
const endOfLines = async (file: FileHandle, size: number): Promise<number> => {
  for (let end = size; end > 0; end -= CHUNK) {
    const start = Math.max(0, end - CHUNK)
    const { buffer, bytesRead } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
    const at = buffer.subarray(0, bytesRead).lastIndexOf('\n')
    if (at !== -1) return start + at + 1
  }
  return 0
}

/** The number of the link on the last whole line; undefined where there is none. */
const lastNumber = async (file: FileHandle): Promise<number | undefined> => {
  const { size } = await file.stat()
  const end = await endOfLines(file, size)
  if (end === 0) return undefined
  const start = await endOfLines(file, end - 1)
  const { buffer } = await file.read(Buffer.alloc(end - start), 0, end - start, start)
  const { seq, start: before } = JSON.parse(buffer.toString()) as { seq?: number; start?: { seq: number } }
  return seq ?? before?.seq
}

const position = async (path: string): Promise<number | undefined> => {
  const file = await open(path, 'r').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  })
  try {
    return file && (await lastNumber(file))
  } finally {
    await file?.close()
  }
}

const append = async (path: string, links: ForwardedLink[], { key, start }: ChainFacts): Promise<void> => {
  const file = await open(path, 'a+', 0o600)
  try {
    const { size } = await file.stat()
    const end = await endOfLines(file, size)
    if (end < size) await file.truncate(end)
    const header = { format: 'openauth audit export 1', key, filters: {}, checkpoint: null, start }
    const rows = [...(end === 0 ? [header] : []), ...links]
    await file.appendFile(rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    await file.sync()
  } finally {
    await file.close()
  }
}

/**
 * A file in the form of `openauth audit export`, which only this account reads. What it has is known by its last line; a file that was
 * moved away is begun anew behind the last link that was written.
 */
export const fileDestination = (path: string): Destination => ({
  name: `file ${hostname()} ${path}`,
  position: () => position(path),
  send: (links, facts) => append(path, links, facts),
})
