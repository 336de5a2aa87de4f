import type { RowIssue } from '@openauth/client'
import { type Candidate, isRefused, type Judged, refused } from './candidate.ts'
import { addCreated, looksAlike, type Owner, ownerOfIdentity, type Taken } from './taken.ts'

/** The verdict on a row; a created one has the candidate that is to be stored. */
export type RowVerdict =
  | { verdict: 'created'; id: string; candidate: Candidate }
  | { verdict: 'exists'; id: string }
  | { verdict: 'refused'; issues: RowIssue[] }

interface Claim {
  path: string
  owner: Owner
}

/** The users who have what a row names, each with the field that names it: the id first, which is the surest. */
const claimsOf = (taken: Taken, { user, identities }: Candidate): Claim[] => {
  const claims: [path: string, owner: Owner | undefined][] = [
    ['id', user.id ? taken.byId.get(user.id) : undefined],
    ['externalId', user.externalId ? taken.byExternalId.get(user.externalId) : undefined],
    ...identities.map((identity, index): [string, Owner | undefined] => [
      `identities.${index}`,
      ownerOfIdentity(taken, identity),
    ]),
  ]
  return claims.flatMap(([path, owner]) => (owner ? [{ path, owner }] : []))
}

/** What a row says of the user that it is known by, and that is not so. */
const contradiction = (taken: Taken, { user, identities }: Candidate, { path, owner }: Claim) => {
  if (user.id && user.id !== owner.id) return refused(path, 'belongs to a user with another id')
  if (user.externalId && owner.externalId !== null && owner.externalId !== user.externalId)
    return refused('externalId', 'is another one than this user has')
  if (path === 'id' || path === 'externalId') return undefined
  // Known by an account only: then the other accounts must be the same person's.
  const index = identities.findIndex(({ provider, subject }) => (owner.subjects.get(provider) ?? subject) !== subject)
  return index === -1 ? undefined : refused(`identities.${index}`, 'is another account than this user has')
}

const judgeKnown = (taken: Taken, candidate: Candidate, claims: Claim[], appId: string): RowVerdict => {
  const first = claims[0]!
  const no = ({ issues }: { issues: RowIssue[] }): RowVerdict => ({ verdict: 'refused', issues })
  if (first.owner.appId !== appId) return no(refused('id', 'is the id of a user of another app'))
  if (first.owner.isDeleted) return no(refused('id', 'is the id of a user that was deleted'))
  const other = claims.find(({ owner }) => owner.id !== first.owner.id)
  if (other) return no(refused(other.path, `belongs to another user than ${first.path}`))
  const problem = contradiction(taken, candidate, first)
  return problem ? no(problem) : { verdict: 'exists', id: first.owner.id }
}

const judgeNew = (taken: Taken, candidate: Candidate, appId: string, newId: string): RowVerdict => {
  const { user, identities } = candidate
  const name = identities.findIndex(({ provider }) => provider === 'username')
  const issues = [
    ...(user.referCode && taken.referCodes.has(user.referCode) ? refused('referCode', 'is taken').issues : []),
    ...(name !== -1 && looksAlike(taken, identities[name]!.display)
      ? refused(`identities.${name}.subject`, 'looks like the name of another user').issues
      : []),
  ]
  if (issues.length > 0) return { verdict: 'refused', issues }
  const id = user.id ?? newId
  addCreated(taken, appId, id, candidate)
  return { verdict: 'created', id, candidate }
}

/**
 * Judges rows one after another, each as if those before it were stored: a second row of one user exists. `newIds` has an id
 * for each row that names none.
 *
 * A row is a user that exists if all that it names, of id, external id and accounts, is of one user of the app, or of nobody.
 * It is refused if it names things of several users, or says something else of that one: another id or external id, or, where
 * it names no id or external id of the user's, another account of a provider.
 */
export const judgeRows = (
  rows: Judged<Candidate>[],
  taken: Taken,
  appId: string,
  newIds: readonly string[],
): RowVerdict[] =>
  rows.map((row, index): RowVerdict => {
    if (isRefused(row)) return { verdict: 'refused', issues: row.issues }
    const claims = claimsOf(taken, row)
    return claims.length > 0 ? judgeKnown(taken, row, claims, appId) : judgeNew(taken, row, appId, newIds[index]!)
  })
