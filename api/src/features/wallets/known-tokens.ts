import { ANY, NATIVE, type Network } from '@openauth/client'
import type { Platform } from '../../resources.ts'
import type { WalletOwner } from '../../custody/index.ts'
import { policyOf } from '../policy-engine/effective.ts'

const MAX_TOKENS = 20

/**
 * The token contracts that are shown to a user on a network: those in the policy and those that the user has sent. Others
 * are hidden, because any contract can claim transfers and balances.
 */
export const knownTokens = async (
  { db }: Pick<Platform, 'db'>,
  owner: WalletOwner,
  network: Network,
): Promise<string[]> => {
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
    take: MAX_TOKENS,
  })
  const all = [...named, ...sent.map(({ token }) => token!)]
  return [...new Map(all.map((token) => [token.toLowerCase(), token])).values()].slice(0, MAX_TOKENS)
}
