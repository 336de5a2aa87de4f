import { isUniqueViolation } from '../../../../db.ts'
import { findIncluded } from '../../../../lib/solana/find-included.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { statusOf } from '../../../../lib/solana/status.ts'
import type { MonitorNeeds, SignedRow } from '../../adapter.ts'
import { settle } from '../../intent.ts'
import { submit } from '../../submit.ts'
import { isExternallyPaid } from './externally-paid.ts'
import { submitSigned } from './sign-unsigned.ts'

/** The last block height of transactions that never expire: real heights are below 2^53. */
const NEVER = Number.MAX_SAFE_INTEGER

const EXPIRED = 'The chain did not include it in time'

/** Settles an included transaction by its id on chain; keeps the former signature if the payer's own row has that id. */
const settleIncluded = async (
  { db }: MonitorNeeds,
  row: SignedRow,
  { id: signature, failed }: { id: string; failed: boolean },
): Promise<void> => {
  const [status, error] = failed ? (['failed', 'It failed on chain'] as const) : (['confirmed', null] as const)
  try {
    await settle(db, row.id, status, { error, signature })
  } catch (failure) {
    if (!isUniqueViolation(failure)) throw failure
    await settle(db, row.id, status, { error })
  }
}

const sendAgain = async (deps: MonitorNeeds, rpc: SolanaRpc, row: SignedRow): Promise<void> => {
  if (row.broadcast) await submit(deps, row.id, submitSigned(rpc, row.signed))
}

/**
 * Finds an externally paid transaction by this wallet's signature within it. It has expired only if its blockhash is too
 * old and the wallet's whole history until then was searched.
 */
const monitorExternallyPaid = async (deps: MonitorNeeds, rpc: SolanaRpc, row: SignedRow): Promise<void> => {
  const { signature, fromAddress: address, createdAt } = row
  // Checks only the expiry, since the signature is not the id. Before the search, so that no inclusion falls in between.
  const { state } = await statusOf(rpc, signature, Number(row.validUntil ?? NEVER))
  const result = await findIncluded(rpc, { address, signature, since: createdAt.getTime() })
  if (result.id !== undefined) return settleIncluded(deps, row, result)
  if (state !== 'expired') return sendAgain(deps, rpc, row)
  if (result.complete) return settle(deps.db, row.id, 'expired', { error: EXPIRED })
}

/** Monitors one transaction: settles it by its status on the chain, and sends the same bytes again until its blockhash expires. */
export const monitorSolana = async (deps: MonitorNeeds, rpc: SolanaRpc, row: SignedRow): Promise<void> => {
  if (isExternallyPaid(row.signed, row.fromAddress)) return monitorExternallyPaid(deps, rpc, row)
  const { db } = deps
  const status = await statusOf(rpc, row.signature, Number(row.validUntil ?? NEVER))
  if (status.state === 'confirmed') return settle(db, row.id, 'confirmed')
  if (status.state === 'failed') return settle(db, row.id, 'failed', { error: status.reason.message })
  if (status.state === 'expired') return settle(db, row.id, 'expired', { error: EXPIRED })
  await sendAgain(deps, rpc, row)
}
