import { ANY, type EvmNetwork, NATIVE } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { policyOf } from '../policies/effective.ts'

const MOST = 20

/**
 * The contracts that a user has to do with on a network: those the rules name, and those it has sent itself. A contract of
 * anybody's may claim transfers and balances that never were, so that strangers' are not shown.
 */
export const knownTokens = async ({ db }: Deps, owner: WalletOwner, network: EvmNetwork): Promise<string[]> => {
  const { tokens, limits } = await policyOf(db.prisma, owner)
  const named = [...tokens, ...limits.map(({ token }) => token)]
    .filter((ref) => ref !== ANY && ref.startsWith(`${network}:`))
    .map((ref) => ref.slice(network.length + 1))
    .filter((token) => token !== NATIVE)
  const sent = await db.prisma.transaction.findMany({
    where: { userId: owner.userId, network, token: { not: null }, status: 'confirmed' },
    distinct: ['token'],
    select: { token: true },
    orderBy: { createdAt: 'desc' },
    take: MOST,
  })
  const all = [...named, ...sent.map(({ token }) => token!)]
  return [...new Map(all.map((token) => [token.toLowerCase(), token])).values()].slice(0, MOST)
}
