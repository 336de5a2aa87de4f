import { LRUCache } from 'lru-cache'
import { z } from 'zod'
import { type HistoryEntry, readHistory } from './history.ts'
import type { SolanaRpc } from './rpc.ts'

const transactionSchema = z
  .object({
    transaction: z.object({ signatures: z.array(z.string()) }),
    meta: z.object({ err: z.unknown() }).nullable(),
  })
  .nullable()

interface Landed {
  signatures: string[]
  failed: boolean
}

/** Entries of a page, and pages: who wants to hide a transaction behind more pays a fee for each. */
const PAGE = 1000
const MOST_PAGES = 5
/** Transactions that one search asks the node for; the next goes on behind them. */
const MOST_ASKED = 50
/** Of one node, some 300 bytes each. */
const MOST_KNOWN = 10_000

const known = new WeakMap<SolanaRpc, LRUCache<string, Promise<Landed | undefined>>>()

const knownOf = (rpc: SolanaRpc): LRUCache<string, Promise<Landed | undefined>> => {
  const cache = known.get(rpc) ?? new LRUCache<string, Promise<Landed | undefined>>({ max: MOST_KNOWN })
  known.set(rpc, cache)
  return cache
}

const ask = async (rpc: SolanaRpc, id: string): Promise<Landed | undefined> => {
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' }
  const found = await rpc.call('getTransaction', [id, options], transactionSchema)
  return found ? { signatures: found.transaction.signatures, failed: (found.meta?.err ?? null) !== null } : undefined
}

/** Searches of one wallet's many transactions meet the same ones: each is asked for once. */
const askOnce = (rpc: SolanaRpc, id: string): Promise<Landed | undefined> => {
  const cache = knownOf(rpc)
  const asked = cache.get(id) ?? ask(rpc, id)
  cache.set(id, asked)
  const forget = () => cache.delete(id)
  asked.then((landed) => landed ?? forget(), forget)
  return asked
}

const isBefore = ({ at }: HistoryEntry, since: number): boolean => at !== undefined && at < since

/** What named an address since then, newest first, and whether that is all of it. */
const readSince = async (rpc: SolanaRpc, address: string, since: number) => {
  const entries: HistoryEntry[] = []
  for (let page = 0; page < MOST_PAGES; page++) {
    const last = entries.at(-1)
    const more = last ? { before: last.signature } : {}
    const read = await readHistory(rpc, address, { limit: PAGE, ...more })
    entries.push(...read)
    // A node may keep its pages shorter than asked for, so that only an empty one is the end.
    if (read.length === 0 || read.some((entry) => isBefore(entry, since))) {
      return { entries: entries.filter((entry) => !isBefore(entry, since)), complete: true }
    }
  }
  return { entries, complete: false }
}

export interface Search {
  address: string
  /** The wallet's own, base58. */
  signature: string
  /** Milliseconds since the epoch. */
  since: number
}

/** `complete`: all that the node has was looked through. */
export type SearchResult = { id: string; failed: boolean } | { id?: undefined; complete: boolean }

/**
 * The transaction in which a wallet's signature landed, where its id is not known: it is that of whoever paid the fee, who
 * may have put anything in its place before. Looks through what named the wallet since then. Throws SolanaRpcError.
 */
export const findLanded = async (rpc: SolanaRpc, search: Search): Promise<SearchResult> => {
  const { address, signature, since } = search
  // A block's time is an estimate, of whole seconds.
  const { entries, complete } = await readSince(rpc, address, since - 60_000)
  let isAll = complete
  let left = MOST_ASKED
  // The oldest first: what others send to hide it comes after it.
  for (const { signature: id } of entries.toReversed()) {
    if (!knownOf(rpc).has(id) && left-- <= 0) return { complete: false }
    const landed = await askOnce(rpc, id)
    if (landed?.signatures.includes(signature)) return { id, failed: landed.failed }
    isAll &&= landed !== undefined
  }
  return { complete: isAll }
}
