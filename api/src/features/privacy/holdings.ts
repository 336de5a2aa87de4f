import { type Network, networks, walletChainOf, type WalletHoldings } from '@openauth/client'
import type { WalletOwner } from '../../custody/index.ts'
import { within } from '../../lib/within.ts'
import { readBalances } from '../wallets/balances.ts'
import type { WalletNeeds } from '../wallets/needs.ts'

/** How long a network may take to tell what a wallet holds. Milliseconds. */
const PATIENCE = 10_000

const isSomething = ({ amount }: { amount: string }): boolean => !/^0*$/.test(amount)

/** What a wallet holds on a network; undefined where it is empty. What nobody tells counts as perhaps something. */
const holdingsOn = async (
  deps: WalletNeeds,
  owner: WalletOwner,
  { network, address }: { network: Network; address: string },
): Promise<WalletHoldings | undefined> => {
  let balances: WalletHoldings['balances'] = null
  const reading = readBalances(deps, owner, { network }).then(
    (read) => (balances = read.balances.filter(isSomething)),
    () => {},
  )
  await within(reading, PATIENCE)
  const read = balances as WalletHoldings['balances']
  return read?.length === 0 ? undefined : { network, address, balances: read }
}

/**
 * What a user's wallets hold on the networks that this server has nodes of, or may hold. Wallets that were never made hold nothing:
 * nobody has seen their addresses.
 */
export const readHoldings = async (deps: WalletNeeds, owner: WalletOwner): Promise<WalletHoldings[]> => {
  const wallets = await deps.db.prisma.wallet.findMany({
    where: { userId: owner.userId },
    select: { chain: true, address: true },
  })
  const addresses = new Map<string, string>(wallets.map(({ chain, address }) => [chain, address]))
  const asked = networks.flatMap((network) => {
    const address = deps.nodes[network].size > 0 ? addresses.get(walletChainOf(network)) : undefined
    return address === undefined ? [] : [{ network, address }]
  })
  const found = await Promise.all(asked.map((wallet) => holdingsOn(deps, owner, wallet)))
  return found.filter((each) => each !== undefined)
}
