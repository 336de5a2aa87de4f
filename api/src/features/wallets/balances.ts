import { type Network, walletChainOf } from '@openauth/client'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../custody/index.ts'
import { adapterOf } from '../transfers/chains/index.ts'
import { withChainErrors } from '../transfers/errors.ts'
import { claimReader } from './claim-reader.ts'
import { describeBalances } from './describe-balances.ts'
import { knownTokens } from './known-tokens.ts'
import { nodeAt } from '../nodes/nodes.ts'
import { addressOfWallet } from '../transfers/stored-wallet.ts'
import type { WalletNeeds } from './needs.ts'

const MAX_TOKENS = 20

const requestedTokens = (text: string | undefined): string[] => {
  const tokens = (text ?? '').split(',').flatMap((each) => each.trim() || [])
  if (tokens.length <= MAX_TOKENS) return [...new Set(tokens)]
  throw new Problem('invalid_input', { issues: [{ path: 'tokens', message: `must name at most ${MAX_TOKENS}` }] })
}

export interface BalanceQuery {
  network: Network
  rpcUrl?: string | undefined
  tokens?: string | undefined
}

/** Reads the balances of a user's wallet on a network from its chain. */
export const readBalances = async (deps: WalletNeeds, owner: WalletOwner, question: BalanceQuery) => {
  const { network, rpcUrl } = question
  const requested = requestedTokens(question.tokens)
  const address = await addressOfWallet(deps, owner, walletChainOf(network))
  const { rpc } = nodeAt(deps.nodes, network, rpcUrl)
  const known = () => knownTokens(deps, owner, network)
  const balances = await withChainErrors(adapterOf(network).balances(rpc, address, { requested, known }))
  const where = { appId: owner.appId, network }
  return { address, balances: await describeBalances(deps, where, balances, claimReader(deps, question)) }
}
