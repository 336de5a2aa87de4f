import type { HistoryEntry } from '@openauth/client'
import { readCount } from '../../../../lib/ethereum/quantity.ts'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import type { HistoryPage, LedgerHistory } from '../../adapter.ts'
import { DETAILED, inBatches, shownDecimals } from '../../history-entries.ts'
import { loadLibrary } from './load-library.ts'

/** The number of recent blocks that are searched for incoming tokens. */
const BLOCKS = 1000

/** 9999-12-31, the maximum of times on the wire. */
const LAST_SECOND = 253_402_300_799

const blockTime = async (rpc: EvmRpc, block: number): Promise<Date | null> => {
  const answer = await rpc.call('eth_getBlockByNumber', [`0x${block.toString(16)}`, false])
  const seconds = Number((answer as { timestamp?: unknown } | null)?.timestamp)
  return Number.isSafeInteger(seconds) && seconds > 0 && seconds < LAST_SECOND ? new Date(seconds * 1000) : null
}

/** Recent incoming transfers of known tokens. */
const incoming = async (rpc: EvmRpc, address: string, tokens: string[]): Promise<HistoryEntry[]> => {
  if (tokens.length === 0) return []
  const { tokenTransfers, tokenDecimals } = await loadLibrary()
  const head = readCount(await rpc.call('eth_blockNumber', []), 'eth_blockNumber')
  const range = { fromBlock: Math.max(0, head - BLOCKS + 1), toBlock: head }
  const known = new Map(tokens.map((token) => [token.toLowerCase(), token]))
  const found = (await tokenTransfers(rpc, { address, ...range }))
    .filter(({ token, to }) => known.has(token) && to === address.toLowerCase())
    .slice(-DETAILED)
  // A token whose decimals cannot be read is listed without them.
  const decimals = await inBatches(
    [...new Set(found.map(({ token }) => token))],
    async (token) => [token, await tokenDecimals(rpc, token).catch(() => undefined)] as const,
  )
  const decimalsByToken = new Map(decimals)
  return inBatches(found, async ({ hash, token, amount, from, block }) => ({
    signature: hash,
    at: await blockTime(rpc, block),
    failed: false,
    transactionId: null,
    token: known.get(token)!,
    change: amount.toString(),
    counterparty: from,
    ...shownDecimals(decimalsByToken.get(token)),
  }))
}

const newestFirst = (one: HistoryEntry, other: HistoryEntry): number =>
  (other.at?.getTime() ?? 0) - (one.at?.getTime() ?? 0)

/** EVM nodes have logs of token transfers but not of native payments: what was sent comes from the ledger. */
export const readHistory = async (
  node: () => EvmRpc,
  address: string,
  { limit }: HistoryPage,
  ledger: LedgerHistory,
): Promise<HistoryEntry[]> => {
  const sent = await ledger.entries(limit)
  const received = await incoming(node(), address, await ledger.knownTokens())
  return [...sent, ...received].toSorted(newestFirst).slice(0, limit)
}
