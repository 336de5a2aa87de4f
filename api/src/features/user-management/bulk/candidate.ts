import type { BulkRow, BulkUser, RowIssue } from '@openauth/client'
import { isSupportedHash } from '../../../lib/passwords.ts'
import { isReserved } from '../../../lib/lookalikes/reserved-names.ts'
import { isOfOneScript } from '../../../lib/lookalikes/scripts.ts'
import { Problem } from '../../../errors.ts'
import { nameKey } from '../../name-key.ts'
import { canonicalIdentity, type VerifiedIdentity } from '../../identities/identity.ts'

/** A row whose own fields are in order: a user that may be created, with its identities in canonical form. */
export interface Candidate {
  user: BulkUser
  identities: VerifiedIdentity[]
  /** Undefined where the user has no user name, with which alone a password logs in. */
  passwordHash: string | undefined
}

/** A row that may go on, or why it is refused. */
export type Judged<T> = T | { issues: RowIssue[] }

/** Whether a row is refused. */
export const isRefused = <T extends object>(judged: Judged<T>): judged is { issues: RowIssue[] } => 'issues' in judged

/** A row that is refused for one reason. */
export const refused = (path: string, message: string): { issues: RowIssue[] } => ({ issues: [{ path, message }] })

type GivenIdentity = BulkUser['identities'][number]

const nameIssue = ({ subject, display }: GivenIdentity, path: string): RowIssue | undefined => {
  const name = display ?? subject
  const told = (message: string) => ({ path: `${path}.subject`, message })
  if (nameKey(name) !== nameKey(subject)) return { path: `${path}.display`, message: 'is not the user name' }
  if (!isOfOneScript(name)) return told('mixes letters of several scripts')
  return isReserved(name) ? told('is reserved') : undefined
}

const canonical = (given: GivenIdentity, path: string): VerifiedIdentity | RowIssue => {
  const { provider, subject, display } = given
  const issue = provider === 'username' ? nameIssue(given, path) : undefined
  if (issue) return issue
  try {
    return canonicalIdentity(provider, subject, display ?? undefined)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return { path: `${path}.subject`, message: `is not a valid ${provider} address` }
  }
}

const isIssue = (value: VerifiedIdentity | RowIssue): value is RowIssue => 'message' in value

/** Judges a row by its own fields. */
export const candidateOf = (row: BulkRow): Judged<Candidate> => {
  if ('issues' in row) return row
  const { user } = row
  const identities = user.identities.map((identity, index) => canonical(identity, `identities.${index}`))
  const issues = identities.filter(isIssue)
  const hash = user.passwordHash ?? undefined
  if (hash !== undefined && !isSupportedHash(hash))
    issues.push({ path: 'passwordHash', message: 'is of no supported kind, or costs more than allowed' })
  if (issues.length > 0) return { issues }
  const isNamed = user.identities.some(({ provider }) => provider === 'username')
  return {
    user,
    identities: identities as VerifiedIdentity[],
    passwordHash: isNamed ? hash : undefined,
  }
}
