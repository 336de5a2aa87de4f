import type { Provider, RowIssue } from '@openauth/client'
import { type Draft, type Fields, type Format, listOf, type MapOptions, NO_TIME, textOf } from './formats/format.ts'
import type { FileRecord } from './file-record.ts'

export interface RowOptions extends MapOptions {
  emailAsUsername: boolean
  unverifiedEmails: boolean
  withoutPasswords: boolean
}

/** A row in the form of the call, and why it need not be sent. */
export interface Row {
  row: number
  user: Fields
  issues: RowIssue[]
  /** Whether an address was left out because the other system had not verified it. */
  unverified: boolean
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const LONGEST_NAME = 64

/** A name that others see is cut, not refused; characters that nobody sees are no reason to lose a user. */
const nameOf = (name: string | undefined): string | undefined =>
  name
    ?.replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')
    .trim()
    .slice(0, LONGEST_NAME)
    .replace(/[\ud800-\udbff]$/, '') || undefined

/** A picture that the server would not take is no reason to lose a user either. */
const avatarOf = (address: string | undefined): string | undefined =>
  address && address.length <= 2048 && /^https?:\/\/[^@]+$/i.test(address) && URL.canParse(address)
    ? address
    : undefined

const identitiesOf = (draft: Draft, { unverifiedEmails }: RowOptions): Fields[] => {
  const { email, emailVerified, username, accounts = [] } = draft
  // An address that nobody verified may be somebody else's, who would share the account with whoever registered it.
  const address = email && (emailVerified || unverifiedEmails) ? email : undefined
  const all: { provider: Provider; subject: string; display?: string | undefined }[] = [
    ...(address ? [{ provider: 'email' as const, subject: address }] : []),
    ...(username ? [{ provider: 'username' as const, subject: username }] : []),
    ...accounts,
  ]
  return all.filter(({ provider }, index) => all.findIndex((other) => other.provider === provider) === index)
}

const defined = (fields: Fields): Fields =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))

const userOf = (draft: Draft, options: RowOptions): Fields => {
  const isUuid = draft.id !== undefined && UUID.test(draft.id)
  return defined({
    id: isUuid ? draft.id : undefined,
    externalId: isUuid ? undefined : draft.id,
    identities: identitiesOf(draft, options),
    displayName: nameOf(draft.displayName),
    avatar: avatarOf(draft.avatar),
    createdAt: draft.createdAt,
    lastSeenAt: draft.lastSeenAt,
    disabled: draft.disabled || undefined,
    passwordHash: draft.passwordHash,
  })
}

/** Adds the address as user name, with which passwords log in, for a user that has a password and no user name. */
const withUsername = (user: Fields, email: string | undefined): Fields => {
  const identities = listOf(user['identities'])
  const isNamed = identities.some(({ provider }) => provider === 'username')
  const address = email ?? textOf(identities.find(({ provider }) => provider === 'email')?.['subject'])
  if (!user['passwordHash'] || isNamed || address === undefined) return user
  return { ...user, identities: [...identities, { provider: 'username', subject: address }] }
}

const timeIssues = (draft: Draft): RowIssue[] =>
  (['createdAt', 'lastSeenAt'] as const)
    .filter((path) => typeof draft[path] === 'string')
    .map((path) => ({ path, message: NO_TIME }))

/** Maps a record of a file to a row of the import. */
export const rowOf = (format: Format, { row, value, problem }: FileRecord, options: RowOptions): Row => {
  const bad = (message: string): Row => ({ row, user: {}, issues: [{ path: '', message }], unverified: false })
  if (problem) return bad(problem)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return bad('is no object')
  const mapped = format.map(value as Fields, options)
  const draft = 'row' in mapped ? undefined : mapped
  const whole = 'row' in mapped ? defined(mapped.row) : userOf(mapped, options)
  const named = options.emailAsUsername ? withUsername(whole, draft?.email) : whole
  const { passwordHash: _, ...withoutPassword } = named
  const issues = [...(mapped.issues ?? []), ...(draft ? timeIssues(draft) : [])]
  return {
    row,
    user: options.withoutPasswords ? withoutPassword : named,
    issues: options.withoutPasswords ? issues.filter(({ path }) => path !== 'passwordHash') : issues,
    unverified: Boolean(draft?.email && !draft.emailVerified && !options.unverifiedEmails),
  }
}
