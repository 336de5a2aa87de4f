import * as z from 'zod'
import { readAddress } from './amounts.ts'
import { TRANSFER_TOPIC } from './erc20.ts'
import { EvmRpcError } from './errors.ts'
import { readCount, toQuantity } from './quantity.ts'
import { readTransferLog } from './receipt.ts'
import type { EvmRpc } from './rpc.ts'

export interface TokenTransfer {
  hash: string
  block: number
  /** Position among the block's logs; with the hash it identifies a transfer. */
  logIndex: number
  /** Lower case, as are `from` and `to`. */
  token: string
  from: string
  to: string
  /** Smallest units. */
  amount: bigint
}

export interface TransferQuery {
  address: string
  token?: string
  /** Both ends included, at most 1000 blocks, the limit of public endpoints. */
  fromBlock: number
  toBlock: number
}

const MAX_BLOCKS = 1000

const Logs = z.array(
  z.object({
    address: z.string(),
    topics: z.array(z.string()),
    data: z.string(),
    transactionHash: z.string(),
    blockNumber: z.string(),
    logIndex: z.string(),
    removed: z.boolean().optional(),
  }),
)

const askLogs = async (rpc: EvmRpc, filter: object): Promise<z.output<typeof Logs>> => {
  const { data } = Logs.safeParse(await rpc.call('eth_getLogs', [filter]))
  if (data) return data
  throw new EvmRpcError('malformed', 'The RPC endpoint sent an unexpected response to eth_getLogs')
}

/**
 * The ERC-20 transfers from and to an address within a range of blocks, oldest first.
 *
 * This is not an account's history: an endpoint has no index of native payments, and serves logs only by block ranges.
 * The history is the ledger, which has a row for every send before it is sent; this function finds incoming tokens. Any
 * contract can log transfers that never happened, so show only tokens that the app configured.
 *
 * Throws RangeError for a range that is too long, EthereumError invalid_address and wrong_chain, EvmRpcError.
 */
export const tokenTransfers = async (rpc: EvmRpc, query: TransferQuery): Promise<TokenTransfer[]> => {
  const { fromBlock, toBlock } = query
  if (toBlock < fromBlock || toBlock - fromBlock >= MAX_BLOCKS) {
    throw new RangeError(`Logs can be queried for 1 to ${MAX_BLOCKS} blocks at a time`)
  }
  const owner = readAddress(query.address, "wallet's").toLowerCase()
  const word = `0x${owner.slice(2).padStart(64, '0')}`
  const contract = query.token === undefined ? {} : { address: readAddress(query.token, "token's") }
  const range = { fromBlock: toQuantity(fromBlock), toBlock: toQuantity(toBlock), ...contract }
  const [sent, received] = await Promise.all([
    askLogs(rpc, { ...range, topics: [TRANSFER_TOPIC, word] }),
    askLogs(rpc, { ...range, topics: [TRANSFER_TOPIC, null, word] }),
  ])
  const found = new Map<string, TokenTransfer>()
  for (const { removed, transactionHash, blockNumber, logIndex, ...log } of [...sent, ...received]) {
    const transfer = readTransferLog(log)
    if (removed || !transfer || (transfer.from !== owner && transfer.to !== owner)) continue
    const position = { block: readCount(blockNumber, 'eth_getLogs'), logIndex: readCount(logIndex, 'eth_getLogs') }
    // A transfer to oneself is in both results.
    found.set(`${transactionHash} ${logIndex}`, { hash: transactionHash, ...position, ...transfer })
  }
  return [...found.values()].sort((one, other) => one.block - other.block || one.logIndex - other.logIndex)
}
