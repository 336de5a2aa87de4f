import { Problem } from '../errors.ts'

/**
 * Refuses a change by an operator who has not seen the row as it is. Call it with the row locked. `expected` is what the operator
 * saw, null for a row that did not exist, undefined where the operator does not mind. Throws `changed_meanwhile`.
 */
export const requireUnchanged = (actual: Date | null, expected: Date | null | undefined): void => {
  if (expected !== undefined && actual?.getTime() !== expected?.getTime()) throw new Problem('changed_meanwhile')
}

/** The next version of a row: later than the last one, even within a millisecond. */
export const nextVersion = (last: Date | null): Date => new Date(Math.max(Date.now(), (last?.getTime() ?? 0) + 1))
