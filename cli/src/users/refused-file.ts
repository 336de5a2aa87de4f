import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import type { RowIssue } from '@openauth/client'
import { failed } from '../failure.ts'
import type { Row } from './rows.ts'

/** Where refused rows go. */
export interface RefusedRows {
  add: (row: Row, issues: readonly RowIssue[]) => Promise<void>
  close: () => Promise<void>
}

/** `identities.0.subject is reserved`, as a sentence about the row. */
export const issueText = ({ path, message }: RowIssue): string => `${path} ${message}`.trim()

/**
 * Writes refused rows as NDJSON that can be corrected and imported: each is a row of the import, with its reasons in `refused` and
 * its number in `row`, which the import leaves out. The file may have hashes of passwords, so only its owner can read it.
 * `append` keeps what an interrupted import has written.
 */
export const openRefusedFile = async (path: string, append: boolean): Promise<RefusedRows> => {
  const file = createWriteStream(path, { flags: append ? 'a' : 'w', mode: 0o600 })
  const broken = new Promise<never>((_, reject) => {
    file.on('error', (error) => reject(failed(`${path} cannot be written: ${error.message}`)))
  })
  broken.catch(() => {})
  await Promise.race([once(file, 'open'), broken])
  return {
    add: async ({ row, user }, issues) => {
      const line = `${JSON.stringify({ row, refused: issues.map(issueText), ...user })}\n`
      if (!file.write(line)) await Promise.race([once(file, 'drain'), broken])
    },
    close: async () => {
      const finished = once(file, 'finish')
      file.end()
      await Promise.race([finished, broken])
    },
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
