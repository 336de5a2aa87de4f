import { areDecimals, type HistoryEntry, type TokenMetadata, type Transaction } from '@openauth/client'
import type { z } from 'zod'
import { unitsIn } from '../balance/holdings.ts'

/** An entry as the client gets it: times are milliseconds since the epoch. */
export type WireEntry = z.input<typeof HistoryEntry>

export type RowKind = 'received' | 'sent' | 'failed' | 'pending' | 'other'

/** One transaction, as the list shows it. */
export interface Row {
  key: string
  kind: RowKind
  /** Smallest units, negative for what was sent; undefined if unknown. */
  change: bigint | undefined
  /** A mint, or null for SOL. */
  token: string | null
  /** Of `change`, and what `token` is called, as far as the history tells. */
  decimals?: number | undefined
  metadata?: TokenMetadata | undefined
  counterparty: string | null
  /** Milliseconds since the epoch. */
  at: number | null
  /** Null for a transaction that is not signed yet. */
  signature: string | null
}

/** Rows of one day, or of an unknown day. */
export interface Day {
  day: string | null
  rows: Row[]
}

const kindOf = (failed: boolean, change: bigint | undefined): RowKind => {
  if (failed) return 'failed'
  if (change === undefined || change === 0n) return 'other'
  return change > 0n ? 'received' : 'sent'
}

const rowOf = ({ signature, at, failed, token, change, counterparty, decimals, metadata }: WireEntry): Row => {
  const units = unitsIn(change)
  const named = { token, metadata, decimals: areDecimals(decimals) ? decimals : undefined }
  return { key: signature, kind: kindOf(failed, units), change: units, ...named, counterparty, at, signature }
}

/** Pages as one list. A new transaction between two reads moves an entry to the next page: each is shown once. */
export const rowsOf = (pages: readonly WireEntry[][]): Row[] => {
  const bySignature = new Map<string, Row>()
  for (const entry of pages.flat())
    if (!bySignature.has(entry.signature)) bySignature.set(entry.signature, rowOf(entry))
  return [...bySignature.values()]
}

/** What is known of a pending send's token, if the server vouches for its symbol. */
const metadataOf = (symbol: string | null): TokenMetadata | undefined =>
  symbol === null ? undefined : { name: null, symbol, iconUrl: null, isKnown: true, isLookalike: false }

/** Sends of the Solana wallet that no block includes yet, and that are not in the list. */
export const pendingRows = (transactions: readonly Transaction[], listed: readonly Row[]): Row[] => {
  const known = new Set(listed.map(({ signature }) => signature))
  return transactions
    .filter(({ chain, status, settledAt, signature }) => {
      const isOpen = settledAt === null && (status === 'created' || status === 'submitted')
      return chain === 'solana' && isOpen && (signature === null || !known.has(signature))
    })
    .map(({ id, amount, token, decimals, tokenSymbol, toAddress, createdAt, signature }) => {
      const units = unitsIn(amount)
      const change = units === undefined ? undefined : -units
      const named = { token, metadata: metadataOf(tokenSymbol), decimals: areDecimals(decimals) ? decimals : undefined }
      return { key: id, kind: 'pending', change, ...named, counterparty: toAddress, at: createdAt, signature }
    })
}

/** Rows by their days, in the order of the rows. */
export const byDay = (rows: readonly Row[], dayOf: (at: number) => string): Day[] => {
  const days: Day[] = []
  for (const row of rows) {
    const day = row.at === null ? null : dayOf(row.at)
    const last = days.at(-1)
    if (last && last.day === day) last.rows.push(row)
    else days.push({ day, rows: [row] })
  }
  return days
}
