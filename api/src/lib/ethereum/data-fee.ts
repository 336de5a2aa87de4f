import { AbiCoder } from 'ethers/abi'
import { readQuantity } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'
import { serializeTransaction } from './serialize.ts'
import type { UnsignedTransaction } from './transaction.ts'

/** getL1Fee(bytes), which takes the unsigned transaction and reckons with a signature. */
const SELECTOR = '0x49948e0e'

/**
 * Wei that a rollup takes for the data on Ethereum, beside the gas, with a quarter of margin since Ethereum's fees move
 * meanwhile; 0 where the chain takes nothing. https://docs.optimism.io/op-stack/transactions/fees
 */
export const dataFee = async (rpc: EvmRpc, transaction: UnsignedTransaction): Promise<bigint> => {
  const oracle = rpc.chain.dataFeeOracle
  if (oracle === undefined) return 0n
  const { unsigned } = serializeTransaction(transaction)
  const data = SELECTOR + AbiCoder.defaultAbiCoder().encode(['bytes'], [unsigned]).slice(2)
  const answer = await rpc.call('eth_call', [{ to: oracle, data }, 'latest'])
  // A chain of one's own under this id, without the rollup's contracts.
  if (answer === '0x') return 0n
  return (readQuantity(answer, 'the data fee') * 5n) / 4n
}
