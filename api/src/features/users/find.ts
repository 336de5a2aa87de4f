import type { Prisma, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { parseEthereumAddress, parseSolanaAddress } from '../../lib/addresses.ts'
import { nameKey } from '../name-key.ts'
import { presentUser, providerOf } from '../identities/identity.ts'

const include = { identities: true } satisfies Prisma.UserInclude

/** A user of this app. A user of another app is not found. Throws `user_not_found`. */
export const findUser = async (tx: Tx, appId: string, id: string) => {
  const user = await tx.user.findFirst({ where: { id, appId, deletedAt: null, app: { deletedAt: null } }, include })
  if (!user) throw new Problem('user_not_found')
  return { ...user, identities: user.identities.map((identity) => ({ ...identity, provider: providerOf(identity) })) }
}

/** The users of an app that match, in the form of the API. */
export const findUsers = async (tx: Tx, publicUrl: string, appId: string, where: Prisma.UserWhereInput) => {
  const users = await tx.user.findMany({ where: { ...where, appId, deletedAt: null }, include, orderBy: { id: 'asc' } })
  return users.map((user) => presentUser(publicUrl, user))
}

type Lookup = (tx: Tx) => Promise<string[]>

/** One lookup, each by its own index, for every kind of value that the search text may be. */
const lookupsOf = (appId: string, text: string, asGiven: string): Lookup[] => {
  const identities =
    (where: Prisma.IdentityWhereInput): Lookup =>
    async (tx) =>
      (await tx.identity.findMany({ where: { ...where, appId }, select: { userId: true } })).map(({ userId }) => userId)
  const users =
    (where: Prisma.UserWhereInput): Lookup =>
    async (tx) =>
      (await tx.user.findMany({ where: { ...where, appId }, select: { id: true } })).map(({ id }) => id)
  const wallets =
    (chain: 'ethereum' | 'solana', address: string): Lookup =>
    async (tx) =>
      (await tx.wallet.findMany({ where: { chain, address, user: { appId } } })).map(({ userId }) => userId)

  const lookups = [
    identities({ provider: 'username', subject: nameKey(text) }),
    users({ externalId: { in: [asGiven, asGiven.trim()] } }),
  ]
  if (text.includes('@'))
    lookups.push(identities({ provider: { in: ['email', 'google'] }, display: text.toLowerCase() }))
  if (/^[a-z0-9]{8}$/i.test(text)) lookups.push(users({ referCode: text.toUpperCase() }))
  if (/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text)) lookups.push(users({ id: text }))
  if (/^\d{5,20}$/.test(text)) lookups.push(identities({ provider: { in: ['telegram', 'discord'] }, subject: text }))
  const ethereum = parseEthereumAddress(text) ?? parseEthereumAddress(text.toLowerCase())
  if (ethereum) lookups.push(identities({ provider: 'ethereum', subject: ethereum }), wallets('ethereum', ethereum))
  const solana = parseSolanaAddress(text)
  if (solana) lookups.push(identities({ provider: 'solana', subject: solana }), wallets('solana', solana))
  return lookups
}

/**
 * The ids of the users of an app that have exactly this text, by the form of the text. Runs each lookup by itself: one
 * statement with all of them in an OR would scan all users of the app.
 */
export const lookupExact = async (tx: Tx, appId: string, search: string): Promise<string[]> => {
  const lookups = lookupsOf(appId, search.normalize('NFKC').trim(), search)
  const found = await Promise.all(lookups.map((lookup) => lookup(tx)))
  return [...new Set(found.flat())]
}
