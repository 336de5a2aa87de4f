import { readAddress } from './amounts.ts'
import { tokenBalance, tokenDecimals } from './erc20.ts'
import { readQuantity } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'

/** An amount in smallest units and its decimals; `token` is undefined for the native currency. */
export type Balance = { token: string | undefined; amount: bigint; decimals: number }

/**
 * An address's balance of the native currency, as of the latest block. Throws EthereumError invalid_address,
 * EvmRpcError.
 */
export const nativeBalanceOf = async (rpc: EvmRpc, address: string): Promise<Balance> => {
  const owner = readAddress(address, "wallet's")
  const amount = readQuantity(await rpc.call('eth_getBalance', [owner, 'latest']), 'eth_getBalance')
  return { token: undefined, amount, decimals: rpc.chain.decimals }
}

/** An address's balance of an ERC-20 token. Throws EthereumError invalid_address and not_a_token, EvmRpcError. */
export const tokenBalanceOf = async (rpc: EvmRpc, address: string, contract: string): Promise<Balance> => {
  const [owner, token] = [readAddress(address, "wallet's"), readAddress(contract, "token's")]
  const decimals = await tokenDecimals(rpc, token)
  return { token, amount: await tokenBalance(rpc, token, owner), decimals }
}
