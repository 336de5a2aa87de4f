import type { Tx } from '../../../db.ts'
import { isAscii, lookalikeKey } from '../../../lib/lookalikes/lookalike-key.ts'
import { nameKey } from '../../name-key.ts'
import type { Candidate } from './candidate.ts'

/** A user that has something which a row names. */
export interface Owner {
  id: string
  appId: string
  externalId: string | null
  isDeleted: boolean
  /** The subject of each provider. */
  subjects: Map<string, string>
}

interface Name {
  subject: string
  isAscii: boolean
}

interface Account {
  provider: string
  subject: string
}

const keyOf = ({ provider, subject }: Account): string => `${provider} ${subject}`

/** What rows name and users have: those of the database, then those of rows that were judged before. */
export interface Taken {
  byId: Map<string, Owner>
  byIdentity: Map<string, Owner>
  byExternalId: Map<string, Owner>
  referCodes: Set<string>
  names: Map<string, Name[]>
}

/** The user who has an account. */
export const ownerOfIdentity = ({ byIdentity }: Taken, account: Account): Owner | undefined =>
  byIdentity.get(keyOf(account))

/** Whether another user name looks like this one. Two in ASCII are told apart by what is typed. */
export const looksAlike = ({ names }: Taken, name: string): boolean =>
  (names.get(lookalikeKey(name)) ?? []).some(
    (other) => other.subject !== nameKey(name) && !(other.isAscii && isAscii(name)),
  )

const addName = ({ names }: Taken, display: string, subject: string): void => {
  const key = lookalikeKey(display)
  names.set(key, [...(names.get(key) ?? []), { subject, isAscii: isAscii(display) }])
}

/** Adds the user that a row will create, so that later rows are judged as if it existed. */
export const addCreated = (taken: Taken, appId: string, id: string, { user, identities }: Candidate): void => {
  const subjects = new Map(identities.map(({ provider, subject }) => [provider as string, subject]))
  const owner: Owner = { id, appId, externalId: user.externalId ?? null, isDeleted: false, subjects }
  taken.byId.set(id, owner)
  for (const identity of identities) {
    taken.byIdentity.set(keyOf(identity), owner)
    if (identity.provider === 'username') addName(taken, identity.display, identity.subject)
  }
  if (user.externalId) taken.byExternalId.set(user.externalId, owner)
  if (user.referCode) taken.referCodes.add(user.referCode)
}

interface OwnerRow {
  id: string
  appId: string
  externalId: string | null
  isDeleted: boolean
}

interface IdentityRow {
  userId: string
  provider: string
  subject: string
}

const given = <T>(values: (T | null | undefined)[]): T[] =>
  values.filter((value) => value !== null && value !== undefined)

/** Who has the accounts, by one look-up of the primary key each. */
const findAccounts = (tx: Tx, appId: string, accounts: Account[]): Promise<IdentityRow[]> => tx.$queryRaw`
  SELECT i."userId"::text AS "userId", i.provider, i.subject
  FROM unnest(${accounts.map(({ provider }) => provider)}::text[], ${accounts.map(({ subject }) => subject)}::text[])
    AS named (provider, subject)
  JOIN "Identity" i ON i."appId" = ${appId}::uuid AND i.provider = named.provider AND i.subject = named.subject`

const findOwners = (tx: Tx, appId: string, ids: string[], externalIds: string[]): Promise<OwnerRow[]> => tx.$queryRaw`
  SELECT id::text AS id, "appId"::text AS "appId", "externalId", "deletedAt" IS NOT NULL AS "isDeleted"
  FROM "User" WHERE id = ANY(${ids}::uuid[])
  UNION
  SELECT id::text, "appId"::text, "externalId", "deletedAt" IS NOT NULL
  FROM "User" WHERE "appId" = ${appId}::uuid AND "externalId" = ANY(${externalIds}::text[])`

const findNames = async (tx: Tx, taken: Taken, appId: string, names: string[]): Promise<void> => {
  if (names.length === 0) return
  const rows = await tx.$queryRaw<{ display: string; subject: string }[]>`
    SELECT display, subject FROM "Identity"
    WHERE "appId" = ${appId}::uuid AND "lookalikeKey" = ANY(${names.map(lookalikeKey)}::text[])`
  for (const { display, subject } of rows) addName(taken, display, subject)
}

/** Reads who has what the candidates name, in a handful of statements however many they are. */
export const findTaken = async (tx: Tx, appId: string, candidates: Candidate[]): Promise<Taken> => {
  const identities = candidates.flatMap((candidate) => candidate.identities)
  const accounts = await findAccounts(tx, appId, identities)
  const ids = [...given(candidates.map(({ user }) => user.id)), ...accounts.map(({ userId }) => userId)]
  const externalIds = given(candidates.map(({ user }) => user.externalId))
  const codes = given(candidates.map(({ user }) => user.referCode))
  const rows = await findOwners(tx, appId, [...new Set(ids)], externalIds)
  const owners = new Map(rows.map((row): [string, Owner] => [row.id, { ...row, subjects: new Map() }]))
  const theirs = await tx.identity.findMany({
    where: { userId: { in: [...owners.keys()] } },
    select: { userId: true, provider: true, subject: true },
  })
  for (const { userId, provider, subject } of theirs) owners.get(userId)?.subjects.set(provider, subject)
  const used = await tx.user.findMany({ where: { appId, referCode: { in: codes } }, select: { referCode: true } })
  const own = [...owners.values()].filter((owner) => owner.appId === appId)
  const taken: Taken = {
    byId: owners,
    byIdentity: new Map(accounts.flatMap((account) => entry(keyOf(account), owners.get(account.userId)))),
    byExternalId: new Map(own.flatMap((owner) => (owner.externalId === null ? [] : entry(owner.externalId, owner)))),
    referCodes: new Set(used.map(({ referCode }) => referCode)),
    names: new Map(),
  }
  const names = identities.filter(({ provider }) => provider === 'username').map(({ display }) => display)
  await findNames(tx, taken, appId, names)
  return taken
}

const entry = (key: string, owner: Owner | undefined): [string, Owner][] => (owner ? [[key, owner]] : [])
