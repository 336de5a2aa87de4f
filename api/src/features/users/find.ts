import type { Prisma, Tx } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { parseEthereumAddress, parseSolanaAddress } from '../../lib/addresses.ts'
import { nameKey } from '../name-key.ts'
import { pageOf, skipTake } from '../page.ts'
import { presentUser } from './identity.ts'

const include = { identities: true } satisfies Prisma.UserInclude

/** A user of this app; another app's user is as unknown as none. Throws `user_not_found`. */
export const findUser = async (tx: Tx, appId: string, id: string) => {
  const user = await tx.user.findFirst({ where: { id, appId, deletedAt: null, app: { deletedAt: null } }, include })
  if (!user) throw new Problem('user_not_found')
  return user
}

export const findUsers = async (tx: Tx, appId: string, where: Prisma.UserWhereInput) => {
  const users = await tx.user.findMany({ where: { ...where, appId, deletedAt: null }, include, orderBy: { id: 'asc' } })
  return users.map(presentUser)
}

/** The ways in which an operator's search text can be read, by its form. */
const searchFilters = (text: string): Prisma.UserWhereInput[] => {
  const identity = (where: Prisma.IdentityWhereInput) => ({ identities: { some: where } })
  const wallet = (chain: 'ethereum' | 'solana', address: string) => ({ wallets: { some: { chain, address } } })
  const ethereum = parseEthereumAddress(text) ?? parseEthereumAddress(text.toLowerCase())
  const solana = parseSolanaAddress(text)
  const filters: (Prisma.UserWhereInput | undefined)[] = [
    identity({ provider: 'username', subject: nameKey(text) }),
    text.includes('@') ? identity({ provider: { in: ['email', 'google'] }, display: text.toLowerCase() }) : undefined,
    /^[a-z0-9]{8}$/i.test(text) ? { referCode: text.toUpperCase() } : undefined,
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text) ? { id: text.toLowerCase() } : undefined,
    ethereum === undefined ? undefined : identity({ provider: 'ethereum', subject: ethereum }),
    ethereum === undefined ? undefined : wallet('ethereum', ethereum),
    solana === undefined ? undefined : identity({ provider: 'solana', subject: solana }),
    solana === undefined ? undefined : wallet('solana', solana),
    /^\d{5,20}$/.test(text) ? identity({ provider: { in: ['telegram', 'discord'] }, subject: text }) : undefined,
  ]
  return filters.filter((filter) => filter !== undefined)
}

interface ListInput {
  page: number
  limit: number
  search?: string | undefined
  sortBy: 'createdAt' | 'lastSeenAt'
  order: 'asc' | 'desc'
}

/** A page of an app's users. */
export const listUsers = async (tx: Tx, appId: string, { page, limit, search, sortBy, order }: ListInput) => {
  const text = search?.normalize('NFKC').trim()
  const where = { appId, deletedAt: null, ...(text ? { OR: searchFilters(text) } : {}) }
  const orderBy = [{ [sortBy]: order }, { id: order }]
  const users = await tx.user.findMany({ where, include, orderBy, ...skipTake({ page, limit }) })
  return pageOf(users.map(presentUser), await tx.user.count({ where }), limit)
}

/** A user's wallet addresses, as stored: nothing is derived. */
export const findWallets = async (tx: Tx, userId: string) => {
  const wallets = await tx.wallet.findMany({ where: { userId }, select: { chain: true, address: true } })
  const addressOn = (chain: string) => {
    const wallet = wallets.find((each) => each.chain === chain)
    if (!wallet) throw new Error(`User ${userId} has no ${chain} wallet`)
    return wallet.address
  }
  return { solWallet: addressOn('solana'), ethWallet: addressOn('ethereum'), dotWallet: addressOn('polkadot') }
}
