import type { RowIssue } from '@openauth/client'
import type { Context } from '../context.ts'
import { Failure } from '../failure.ts'
import { waitFor } from '../wait.ts'
import type { RowBatch } from './row-batches.ts'
import type { RefusedRows } from './refused-file.ts'
import type { Row } from './rows.ts'

/** The sums of the answers so far. */
export interface Totals {
  rows: number
  created: number
  existing: number
  refused: number
  unverifiedEmails: number
  unusedPasswords: number
  withoutLogin: number
  /** New users by the method that they can log in with, and whether the app has it on. */
  logins: Map<string, { users: number; enabled: boolean }>
}

/** The sums before the first answer. */
export const noTotals = (): Totals => ({
  rows: 0,
  created: 0,
  existing: 0,
  refused: 0,
  unverifiedEmails: 0,
  unusedPasswords: 0,
  withoutLogin: 0,
  logins: new Map(),
})

interface Answer {
  created: number
  existing: number
  verdicts: { verdict: 'created' | 'exists' | 'refused'; issues: RowIssue[] }[]
  logins: { method: string; users: number; enabled: boolean }[]
  withoutLogin: number
  unusedPasswords: number
}

/** Failures of a moment, after which the same call is made again: it changes nothing that it did already. */
const passing = [
  'changed_meanwhile',
  'server_busy',
  'database_unavailable',
  'key_service_unavailable',
  'signer_unavailable',
]
const PAUSES = [500, 2000, 5000]

const callAgain = async (
  { environment }: Pick<Context, 'environment'>,
  call: () => Promise<unknown>,
): Promise<unknown> => {
  for (const wait of PAUSES) {
    try {
      return await call()
    } catch (error) {
      if (!(error instanceof Failure) || !passing.includes(error.code ?? '')) throw error
      await waitFor(environment, wait)
    }
  }
  return call()
}

export interface Target {
  appId: string
  dryRun: boolean
}

const addAnswer = (totals: Totals, answer: Answer): void => {
  totals.created += answer.created
  totals.existing += answer.existing
  totals.withoutLogin += answer.withoutLogin
  totals.unusedPasswords += answer.unusedPasswords
  for (const { method, users, enabled } of answer.logins)
    totals.logins.set(method, { users: (totals.logins.get(method)?.users ?? 0) + users, enabled })
}

/** Imports the rows of a batch, adds the answer to the totals, and hands refused rows on, in the order of the file. */
export const importBatch = async (
  context: Pick<Context, 'call' | 'environment'>,
  target: Target,
  { sent, rows }: RowBatch,
  { totals, refused }: { totals: Totals; refused: RefusedRows },
): Promise<void> => {
  const issues = new Map<Row, readonly RowIssue[]>(rows.map((row) => [row, row.issues]))
  if (sent.length > 0) {
    const users = sent.map(({ user }) => user)
    const answer = (await callAgain(context, () => context.call('users', 'bulkImport', { ...target, users }))) as Answer
    for (const [index, verdict] of answer.verdicts.entries()) issues.set(sent[index]!, verdict.issues)
    addAnswer(totals, answer)
  }
  for (const [row, found] of issues) {
    if (found.length > 0) {
      totals.refused += 1
      await refused.add(row, found)
    } else if (row.unverified) totals.unverifiedEmails += 1
  }
  totals.rows += rows.length
}
