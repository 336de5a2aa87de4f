import { open, stat } from 'node:fs/promises'
import type { RowIssue } from '@openauth/client'
import { wrongUse } from '../failure.ts'
import { unwritable } from '../file-failure.ts'
import type { Row } from './rows.ts'

/** Where refused rows go. */
export interface RefusedRows {
  add: (row: Row, issues: readonly RowIssue[]) => Promise<void>
  close: () => Promise<void>
}

/** Whether two names are of one file, by a link too. */
const isSameFile = async (one: string, other: string): Promise<boolean> => {
  const [first, second] = await Promise.all([one, other].map((path) => stat(path).catch(() => undefined)))
  return first !== undefined && first.ino === second?.ino && first.dev === second.dev
}

/** `identities.0.subject is reserved`, as a sentence about the row. */
const issueText = ({ path, message }: RowIssue): string => `${path} ${message}`.trim()

/**
 * Writes refused rows as NDJSON that can be corrected and imported: each is a row of the import, with its reasons in `refused` and
 * its number in `row`, which the import leaves out. The file may have hashes of passwords, so only its owner can read it.
 * `append` keeps what an interrupted import has written. Throws wrong use where it is the file that is imported.
 */
export const openRefusedFile = async (path: string, append: boolean, imported: string): Promise<RefusedRows> => {
  const broken = (error: unknown): never => {
    throw unwritable(path, error)
  }
  if (await isSameFile(path, imported))
    throw wrongUse(`${path} is the file that is imported. Give --refused another name`)
  const file = await open(path, append ? 'a' : 'w', 0o600).catch(broken)
  // One that was there keeps its mode, and others may read it.
  await file.chmod(0o600).catch(async (error: unknown) => {
    await file.close()
    broken(error)
  })
  return {
    add: ({ row, user }, issues) =>
      file.appendFile(`${JSON.stringify({ row, refused: issues.map(issueText), ...user })}\n`).catch(broken),
    close: () => file.close(),
  }
}

/** So many refused rows are printed where no file takes them. */
const PRINTED = 20

/** Prints the first refused rows. */
export const printRefused = (note: (line: string) => void): RefusedRows => {
  let count = 0
  return {
    add: ({ row }, issues) => {
      count += 1
      if (count <= PRINTED) note(`Row ${row} is refused: ${issues.map(issueText).join('; ')}`)
      if (count === PRINTED + 1) note('More rows are refused. --refused FILE writes all of them')
      return Promise.resolve()
    },
    close: () => Promise.resolve(),
  }
}
