import { AbiCoder } from 'ethers/abi'
import { readQuantity } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'
import { serializeTransaction } from './serialize.ts'
import type { UnsignedTransaction } from './transaction.ts'

/** getL1Fee(bytes) takes the unsigned transaction and adds the size of a signature. */
const SELECTOR = '0x49948e0e'

/**
 * Wei that a rollup charges for the data on Ethereum, in addition to gas, with a margin of a quarter because Ethereum's
 * fees change meanwhile; 0 where the chain charges nothing. https://docs.optimism.io/op-stack/transactions/fees
 */
export const dataFee = async (rpc: EvmRpc, transaction: UnsignedTransaction): Promise<bigint> => {
  const oracle = rpc.chain.dataFeeOracle
  if (oracle === undefined) return 0n
  const { unsigned } = serializeTransaction(transaction)
  const data = SELECTOR + AbiCoder.defaultAbiCoder().encode(['bytes'], [unsigned]).slice(2)
  const answer = await rpc.call('eth_call', [{ to: oracle, data }, 'latest'])
  // A private chain with this id, without the rollup's contracts.
  if (answer === '0x') return 0n
  return (readQuantity(answer, 'the data fee') * 5n) / 4n
}
