import * as z from 'zod'
import type { Broadcast, RefusedReason } from '../../../../lib/ethereum/broadcast.ts'
import { EvmRpcError } from '../../../../lib/ethereum/errors.ts'
import type { EvmRpc } from '../../../../lib/ethereum/rpc.ts'
import type { SentTransaction, TransactionStatus } from '../../../../lib/ethereum/status.ts'
import type { MonitorNeeds, SignedRow } from '../../adapter.ts'
import { markSubmitted, recordObservation, type Outcome, settle } from '../../intent.ts'
import { cancelTransaction } from './cancel.ts'
import { loadLibrary } from './load-library.ts'
import { unblockTransaction } from './unblock.ts'

/** How long a nonce must have been used by another transaction before it counts: nodes behind a load balancer lag. Milliseconds. */
const REPLACED_AFTER = 10 * 60_000
/**
 * How long a node may refuse a transaction before it is cancelled, so that later ones do not wait for ever. A low fee is
 * raised instead, and a used nonce is settled by the chain's state. Milliseconds.
 */
const cancelAfter: Partial<Record<RefusedReason, number>> = { other: 60_000, insufficient_balance: 60 * 60_000 }

const sentOf = (row: SignedRow, hash: string): SentTransaction => ({
  hash,
  nonce: Number(row.nonce),
  from: row.fromAddress,
  ...(row.token !== null && row.toAddress !== null ? { transfer: { token: row.token, to: row.toAddress } } : {}),
})

type ObservedStatus = TransactionStatus & { hash: string; isCancellation: boolean }

const Mined = z.object({ to: z.string().nullable(), value: z.string(), input: z.string() })

/** Whether a mined transaction is the cancellation, a payment of 0 to the wallet itself. */
const isCancellationOf = async (rpc: EvmRpc, { fromAddress }: SignedRow, hash: string): Promise<boolean> => {
  const { readQuantity } = await loadLibrary()
  const mined = Mined.safeParse(await rpc.call('eth_getTransactionByHash', [hash]))
  if (!mined.success)
    throw new EvmRpcError('malformed', 'The RPC endpoint returned no valid transaction for a mined hash')
  const { to, value, input } = mined.data
  const isOwn = to?.toLowerCase() === fromAddress.toLowerCase()
  return isOwn && input === '0x' && readQuantity(value, 'eth_getTransactionByHash') === 0n
}

/** The status of any version of a transaction. Each version has a hash and can be mined, even after another was in a block. */
const statusOfAny = async (rpc: EvmRpc, row: SignedRow): Promise<ObservedStatus> => {
  const { statusOf } = await loadLibrary()
  const read = async (hash: string): Promise<ObservedStatus> => {
    const status = await statusOf(rpc, sentOf(row, hash))
    const isMined = status.state === 'confirmed' || status.state === 'failed'
    return { ...status, hash, isCancellation: isMined && row.cancelled && (await isCancellationOf(rpc, row, hash)) }
  }
  const latest = await read(row.signature)
  if (latest.state === 'confirmed' || latest.state === 'failed') return latest
  for (const hash of row.formerSignatures) {
    const former = await read(hash)
    if (former.state === 'confirmed' || former.state === 'failed') return former
  }
  return latest
}

const failures = {
  reverted: 'The contract reverted it on chain',
  not_moved: 'The token contract succeeded without a transfer',
} as const

const TAKEN = 'Another transaction of this wallet took its place'

/** Makes the mined hash the row's signature and keeps all others. */
const hashesOf = ({ signature, formerSignatures }: SignedRow, mined: string): Outcome => ({
  signature: mined,
  formerSignatures: [signature, ...formerSignatures].filter((hash) => hash !== mined),
})

/** Sends the latest bytes again, and cancels a transaction that is refused for too long. */
const sendAgain = async (deps: MonitorNeeds, rpc: EvmRpc, row: SignedRow): Promise<void> => {
  const { broadcast } = await loadLibrary()
  const sent: Broadcast = await broadcast(rpc, row.signed)
  if (sent.outcome === 'sent') return markSubmitted(deps.db, row.id)
  if (sent.outcome !== 'refused' || row.cancelled) return
  const timeout = cancelAfter[sent.reason]
  if (timeout !== undefined && Date.now() - row.createdAt.getTime() > timeout)
    await cancelTransaction(deps, rpc, row.id, sent.message)
}

const recordMined = async (
  { db }: MonitorNeeds,
  row: SignedRow,
  seen: Extract<ObservedStatus, { state: 'confirmed' | 'failed' }>,
): Promise<void> => {
  const hashes = hashesOf(row, seen.hash)
  if (seen.isCancellation) {
    const error = `Cancelled: ${row.error ?? 'the node refused it'}`
    // Until it is final, the row keeps the error of the refusal.
    return seen.final
      ? settle(db, row.id, 'failed', { ...hashes, error, neverHappened: true, feePaid: true })
      : undefined
  }
  if (seen.state === 'confirmed') return (seen.final ? settle : recordObservation)(db, row.id, 'confirmed', hashes)
  const failure = { ...hashes, error: failures[seen.reason] }
  const taken = seen.reason === 'not_moved' ? { mayHaveTaken: true as const } : {}
  return seen.final
    ? settle(db, row.id, 'failed', { ...failure, ...taken })
    : recordObservation(db, row.id, 'failed', failure)
}

/** Records the status on chain: final after enough blocks, provisional until then. */
export const monitorEthereum = async (deps: MonitorNeeds, rpc: EvmRpc, row: SignedRow): Promise<void> => {
  const seen = await statusOfAny(rpc, row)
  if (seen.state === 'confirmed' || seen.state === 'failed') return recordMined(deps, row, seen)
  // A reorganization removed its block.
  if (row.status === 'confirmed' || row.status === 'failed') await recordObservation(deps.db, row.id, 'submitted')
  if (seen.state === 'replaced') {
    const isOld = Date.now() - (row.submittedAt ?? row.createdAt).getTime() > REPLACED_AFTER
    if (seen.final && isOld) await settle(deps.db, row.id, 'failed', { error: TAKEN, neverHappened: true })
    return
  }
  if (seen.state === 'dropped') await sendAgain(deps, rpc, row)
  // The node took it, though its answer was lost.
  if (seen.state === 'submitted' && row.status === 'created') await markSubmitted(deps.db, row.id)
  await unblockTransaction(deps, rpc, row)
}
