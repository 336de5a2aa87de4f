import type { HistoryEntry } from '@openauth/client'
import { readHistory as readSignatures } from '../../../../lib/solana/history.ts'
import { readMovement } from '../../../../lib/solana/movement.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import type { HistoryPage, LedgerHistory } from '../../adapter.ts'
import { DETAILED, inBatches, negative, shownDecimals } from '../../history-entries.ts'
import { decimalsOf } from '../../present-sends.ts'

/** How many rows of the ledger are looked through for what the chain lists. */
const MOST_ROWS = 1000

/** The recent transactions of a wallet: Solana indexes every address. */
export const readHistory = async (
  node: () => SolanaRpc,
  address: string,
  { limit, before }: HistoryPage,
  ledger: LedgerHistory,
): Promise<HistoryEntry[]> => {
  const rpc = node()
  const page = await readSignatures(rpc, address, { limit, ...(before ? { before } : {}) })
  const rowBySignature = new Map((await ledger.rows(MOST_ROWS)).map((row) => [row.signature, row]))
  const entries = page.map(({ signature, at, failure }, index) => ({ signature, at, failed: Boolean(failure), index }))
  return inBatches(entries, async ({ signature, at, failed, index }) => {
    const row = rowBySignature.get(signature)
    const moved = index < DETAILED ? await readMovement(rpc, signature, address) : undefined
    const payer = moved && moved.payer !== address ? moved.payer : null
    return {
      signature,
      failed,
      at: at === undefined ? null : new Date(at),
      transactionId: row?.id ?? null,
      // A failed send of a token moves only its fee.
      token: moved ? (moved.mint ?? null) : (row?.token ?? null),
      change: moved?.change.toString() ?? negative(row?.amount ?? null),
      counterparty: row?.toAddress ?? payer,
      ...shownDecimals(moved ? moved.decimals : row && decimalsOf(row)),
    }
  })
}
