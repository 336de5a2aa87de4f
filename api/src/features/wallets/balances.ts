import { type Balance, type EvmNetwork, isEvmNetwork, type Network, walletChainOf } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import type { WalletOwner } from '../../lib/custody/wallet-secrets.ts'
import { EthereumError } from '../../lib/ethereum/errors.ts'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import { readBalance, readTokenBalances } from '../../lib/solana/balances.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { VARA_DECIMALS, VARA_SYMBOL } from '../../lib/vara/network.ts'
import { loadLibrary } from '../transfers/chains/evm/load-library.ts'
import { claimReader } from './claim-reader.ts'
import { describeBalances } from './describe-balances.ts'
import { withChainErrors } from '../transfers/errors.ts'
import { knownTokens } from './known-tokens.ts'
import { nodeAt } from './nodes.ts'
import { addressOfWallet } from './stored-wallet.ts'

const MAX_TOKENS = 20

const ofSolana = async (rpc: SolanaRpc, address: string): Promise<Balance[]> => {
  const [lamports, accounts] = await Promise.all([readBalance(rpc, address), readTokenBalances(rpc, address)])
  const byMint = new Map<string, Balance>()
  for (const { mint, amount, decimals } of accounts) {
    const before = BigInt(byMint.get(mint)?.amount ?? 0)
    if (before + amount > 0n)
      byMint.set(mint, { token: mint, amount: (before + amount).toString(), decimals, symbol: null })
  }
  return [{ token: null, amount: lamports.toString(), decimals: 9, symbol: 'SOL' }, ...byMint.values()]
}

/** A requested token must be valid; a known token whose contract no longer answers is omitted. */
const ofEvm = async (
  rpc: EvmRpc,
  address: string,
  { tokens, areRequested }: { tokens: string[]; areRequested: boolean },
): Promise<Balance[]> => {
  const { nativeBalanceOf, tokenBalanceOf } = await loadLibrary()
  const ofToken = (token: string) =>
    tokenBalanceOf(rpc, address, token).catch((error: unknown) => {
      if (!areRequested && error instanceof EthereumError && error.code === 'not_a_token') return undefined
      throw error
    })
  const [native, ...found] = await Promise.all([nativeBalanceOf(rpc, address), ...tokens.map(ofToken)])
  const others = found.filter((balance) => balance !== undefined)
  const { symbol } = rpc.chain
  return [
    { token: null, amount: native.amount.toString(), decimals: native.decimals, symbol },
    ...others.map(({ token, amount, decimals }) => ({
      ...{ token: token ?? null, amount: amount.toString(), decimals, symbol: null },
    })),
  ]
}

const ofVara = async (rpc: ReturnType<typeof nodeAt<'vara'>>['rpc'], address: string): Promise<Balance[]> => {
  const { readBalance } = await import('../transfers/chains/vara/library.ts')
  const { transferable } = await readBalance(rpc, address)
  return [{ token: null, amount: transferable.toString(), decimals: VARA_DECIMALS, symbol: VARA_SYMBOL }]
}

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
export const readBalances = async (deps: Deps, owner: WalletOwner, question: BalanceQuery) => {
  const { network, rpcUrl } = question
  const tokens = requestedTokens(question.tokens)
  const address = await addressOfWallet(deps.db, owner, walletChainOf(network))
  const read = async (): Promise<Balance[]> => {
    if (network === 'solana') return ofSolana(nodeAt(deps.nodes, network, rpcUrl).rpc, address)
    if (!isEvmNetwork(network)) return ofVara(nodeAt(deps.nodes, network, rpcUrl).rpc, address)
    const { rpc } = nodeAt(deps.nodes, network satisfies EvmNetwork, rpcUrl)
    const areRequested = tokens.length > 0
    return ofEvm(rpc, address, {
      tokens: areRequested ? tokens : await knownTokens(deps, owner, network),
      areRequested,
    })
  }
  const balances = await withChainErrors(read())
  const where = { appId: owner.appId, network }
  return { address, balances: await describeBalances(deps, where, balances, claimReader(deps, question)) }
}
