import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { type HistoryEntry, readHistory } from './history.ts'
import type { SolanaRpc } from './rpc.ts'

const transactionSchema = z
  .object({
    transaction: z.object({ signatures: z.array(z.string()) }),
    meta: z.object({ err: z.unknown() }).nullable(),
  })
  .nullable()

interface IncludedTransaction {
  signatures: string[]
  failed: boolean
}

/** Entries per page, and pages. Hiding a transaction behind more entries costs a fee for each. */
const PAGE = 1000
const MAX_PAGES = 5
/** Maximum transactions that one search fetches; the next search continues after them. */
const MAX_FETCHED = 50
/** Cached transactions per node, about 300 bytes each. */
const MAX_CACHED = 10_000

const caches = new WeakMap<SolanaRpc, LRUCache<string, Promise<IncludedTransaction | undefined>>>()

const cacheOf = (rpc: SolanaRpc): LRUCache<string, Promise<IncludedTransaction | undefined>> => {
  const cache = caches.get(rpc) ?? new LRUCache<string, Promise<IncludedTransaction | undefined>>({ max: MAX_CACHED })
  caches.set(rpc, cache)
  return cache
}

const fetchTransaction = async (rpc: SolanaRpc, id: string): Promise<IncludedTransaction | undefined> => {
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' }
  const found = await rpc.call('getTransaction', [id, options], transactionSchema)
  return found ? { signatures: found.transaction.signatures, failed: (found.meta?.err ?? null) !== null } : undefined
}

/** Searches of one wallet find the same transactions, so each is fetched once. */
const fetchCached = (rpc: SolanaRpc, id: string): Promise<IncludedTransaction | undefined> => {
  const cache = cacheOf(rpc)
  const transaction = cache.get(id) ?? fetchTransaction(rpc, id)
  cache.set(id, transaction)
  const forget = () => cache.delete(id)
  transaction.then((included) => included ?? forget(), forget)
  return transaction
}

const isBefore = ({ at }: HistoryEntry, since: number): boolean => at !== undefined && at < since

/** Entries that name an address since a time, newest first, and whether they are complete. */
const readSince = async (rpc: SolanaRpc, address: string, since: number) => {
  const entries: HistoryEntry[] = []
  for (let page = 0; page < MAX_PAGES; page++) {
    const last = entries.at(-1)
    const more = last ? { before: last.signature } : {}
    const read = await readHistory(rpc, address, { limit: PAGE, ...more })
    entries.push(...read)
    // A node may return shorter pages than requested, so only an empty one is the end.
    if (read.length === 0 || read.some((entry) => isBefore(entry, since))) {
      return { entries: entries.filter((entry) => !isBefore(entry, since)), complete: true }
    }
  }
  return { entries, complete: false }
}

export interface Search {
  address: string
  /** The wallet's own signature, base58. */
  signature: string
  /** Milliseconds since the epoch. */
  since: number
}

/** `complete`: the node's whole history was searched. */
export type SearchResult = { id: string; failed: boolean } | { id?: undefined; complete: boolean }

/**
 * Finds the transaction that contains a wallet's signature when its id is unknown, because the id is the fee payer's
 * signature, which is added later. Searches the transactions that name the wallet since that time. Throws
 * SolanaRpcError.
 */
export const findIncluded = async (rpc: SolanaRpc, search: Search): Promise<SearchResult> => {
  const { address, signature, since } = search
  // A block's time is an estimate in whole seconds.
  const { entries, complete } = await readSince(rpc, address, since - 60_000)
  let isComplete = complete
  let remaining = MAX_FETCHED
  // Oldest first, because transactions sent to hide it come later.
  for (const { signature: id } of entries.toReversed()) {
    if (!cacheOf(rpc).has(id) && remaining-- <= 0) return { complete: false }
    const included = await fetchCached(rpc, id)
    if (included?.signatures.includes(signature)) return { id, failed: included.failed }
    isComplete &&= included !== undefined
  }
  return { complete: isComplete }
}
