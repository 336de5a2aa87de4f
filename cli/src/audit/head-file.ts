import { readFile } from 'node:fs/promises'
import { wrongUse } from '../failure.ts'
import { isRecord } from '../fields.ts'
import { unreadable } from '../file-failure.ts'
import { replaceFile } from '../whole-file.ts'

/** A head of the chain that is kept where whoever writes to the database does not reach it. */
export interface KeptHead {
  seq: number
  hash: string
  /** The public key of the chain. */
  key: string
}

const isHead = (value: unknown): value is KeptHead =>
  isRecord(value) &&
  Number.isSafeInteger(value['seq']) &&
  /^[0-9a-f]{64}$/.test(String(value['hash'])) &&
  typeof value['key'] === 'string'

/** The head in a file; undefined where there is no file. Throws wrong use where it holds something else. */
export const readHead = async (path: string): Promise<KeptHead | undefined> => {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw unreadable(path, error)
  })
  if (text === undefined) return undefined
  try {
    const head: unknown = JSON.parse(text)
    if (isHead(head)) return head
  } catch {}
  throw wrongUse(`${path} holds no head of an audit trail, as openauth audit verify --head writes it`)
}

/** Keeps a head in place of the one before. */
export const keepHead = async (path: string, { seq, hash, key }: KeptHead): Promise<void> =>
  void (await replaceFile(path, `${JSON.stringify({ seq, hash, key })}\n`))
