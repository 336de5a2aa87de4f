import type { Balance } from '@openauth/client'
import { EthereumError } from '../../../../lib/ethereum/errors.ts'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import type { ChainReads, TokenChoice } from '../../adapter.ts'
import { readHistory } from './history.ts'
import { loadLibrary } from './load-library.ts'

/** A requested token must be valid; a known token whose contract no longer answers is omitted. */
const balances = async (rpc: EvmRpc, address: string, { requested, known }: TokenChoice): Promise<Balance[]> => {
  const areRequested = requested.length > 0
  const tokens = areRequested ? requested : await known()
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
      token: token ?? null,
      amount: amount.toString(),
      decimals,
      symbol: null,
    })),
  ]
}

/** EVM nodes have no index of a wallet's tokens: calls name them, or those known of the user are asked. */
export const evmReads: ChainReads<EvmRpc> = {
  balances,
  balanceOf: async (rpc, address, token) => {
    const { nativeBalanceOf, tokenBalanceOf } = await loadLibrary()
    return (await (token === null ? nativeBalanceOf(rpc, address) : tokenBalanceOf(rpc, address, token))).amount
  },
  history: readHistory,
  readClaims: async (rpc, tokens) => {
    const { tokenMetadata } = await loadLibrary()
    return new Map(await Promise.all(tokens.map(async (token) => [token, await tokenMetadata(rpc, token)] as const)))
  },
  // Of a token, what its contract's log says that it moved; of the own token, what was signed.
  hasTransferred: async (rpc, { signature: hash, nonce, fromAddress: from, token, toAddress: to }, amount) => {
    const { statusOf } = await loadLibrary()
    const transfer = token !== null && to !== null ? { transfer: { token, to } } : {}
    const status = await statusOf(rpc, { hash, nonce: Number(nonce), from, ...transfer })
    return status.state === 'confirmed' && (token === null || (status.moved ?? 0n) >= amount)
  },
}
