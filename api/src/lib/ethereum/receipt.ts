import * as z from 'zod'
import { TRANSFER_TOPIC } from './erc20.ts'
import { EvmRpcError } from './errors.ts'
import { readCount, readQuantity } from './quantity.ts'
import type { EvmRpc } from './rpc.ts'

const Log = z.object({ address: z.string(), topics: z.array(z.string()), data: z.string() })
export type Log = z.output<typeof Log>

const Receipt = z.object({
  transactionHash: z.string(),
  from: z.string(),
  blockNumber: z.string(),
  status: z.enum(['0x0', '0x1']),
  gasUsed: z.string(),
  effectiveGasPrice: z.string(),
  // The data fee of an OP Stack rollup, in addition to gas.
  l1Fee: z.string().nullish(),
  logs: z.array(Log),
})

/** `fee` is the fee paid, in wei. */
export type Receipt = { block: number; succeeded: boolean; fee: bigint; logs: Log[] }

/**
 * The receipt of a mined transaction, otherwise null. Throws EvmRpcError malformed if it belongs to another
 * transaction.
 */
export const receiptOf = async (rpc: EvmRpc, hash: string, from: string): Promise<Receipt | null> => {
  const answer = await rpc.call('eth_getTransactionReceipt', [hash])
  if (answer === null) return null
  const { data: receipt } = Receipt.safeParse(answer)
  const isOurs = (it: z.output<typeof Receipt>) =>
    it.transactionHash.toLowerCase() === hash.toLowerCase() && it.from.toLowerCase() === from.toLowerCase()
  if (!receipt || !isOurs(receipt)) {
    throw new EvmRpcError('malformed', 'The RPC endpoint sent an unexpected response to eth_getTransactionReceipt')
  }
  const [gas, price, dataFee] = [receipt.gasUsed, receipt.effectiveGasPrice, receipt.l1Fee ?? '0x0'].map((value) =>
    readQuantity(value, 'eth_getTransactionReceipt'),
  ) as [bigint, bigint, bigint]
  return {
    block: readCount(receipt.blockNumber, 'eth_getTransactionReceipt'),
    succeeded: receipt.status === '0x1',
    fee: gas * price + dataFee,
    logs: receipt.logs,
  }
}

/** A token transfer from its contract's log, in smallest units; undefined for other logs, including those of NFTs. */
export const readTransferLog = ({ address, topics, data }: Log) => {
  const [topic, from, to] = topics
  if (topic?.toLowerCase() !== TRANSFER_TOPIC || topics.length !== 3 || !/^0x[0-9a-fA-F]{64}$/.test(data))
    return undefined
  const addressIn = (word: string) => `0x${word.slice(-40).toLowerCase()}`
  return { token: address.toLowerCase(), from: addressIn(from!), to: addressIn(to!), amount: BigInt(data) }
}
