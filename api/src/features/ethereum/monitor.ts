import { z } from 'zod'
import type { Broadcast, RefusedReason } from '../../lib/ethereum/broadcast.ts'
import { EvmRpcError } from '../../lib/ethereum/errors.ts'
import type { EvmRpc } from '../../lib/ethereum/rpc.ts'
import type { SentTransaction, TransactionStatus } from '../../lib/ethereum/status.ts'
import type { Monitor, MonitorDeps, SignedRow } from '../ledger/monitor.ts'
import { markSubmitted, recordObservation, type Outcome, settle } from '../ledger/intent.ts'
import { cancelTransaction } from './cancel.ts'
import { loadLibrary } from './load-library.ts'
import { unblockTransaction } from './unblock.ts'

/** How long another transaction must have had the nonce before it counts: nodes behind a load balancer lag. Milliseconds. */
const REPLACED_AFTER = 10 * 60_000
/**
 * What a node goes on refusing is cancelled, so that nothing behind it waits for ever. Not for its fee, which is raised, nor
 * for its nonce, of which the chain has the last word. Milliseconds.
 */
const patienceWith: Partial<Record<RefusedReason, number>> = { other: 60_000, insufficient_balance: 60 * 60_000 }

const sentOf = (row: SignedRow, hash: string): SentTransaction => ({
  hash,
  nonce: Number(row.nonce),
  from: row.fromAddress,
  ...(row.token !== null && row.toAddress !== null ? { transfer: { token: row.token, to: row.toAddress } } : {}),
})

type Seen = TransactionStatus & { hash: string; isCancellation: boolean }

const Mined = z.object({ to: z.string().nullable(), value: z.string(), input: z.string() })

/** Whether what landed is the payment of nothing that took the place of what was asked for: any version of it may. */
const paysNothing = async (rpc: EvmRpc, { fromAddress }: SignedRow, hash: string): Promise<boolean> => {
  const { readQuantity } = await loadLibrary()
  const mined = Mined.safeParse(await rpc.call('eth_getTransactionByHash', [hash]))
  if (!mined.success) throw new EvmRpcError('malformed', 'The RPC endpoint does not tell of a transaction in a block')
  const { to, value, input } = mined.data
  const isOwn = to?.toLowerCase() === fromAddress.toLowerCase()
  return isOwn && input === '0x' && readQuantity(value, 'eth_getTransactionByHash') === 0n
}

/** A transaction has as many hashes as versions; each may be the one that lands, also after another was in a block. */
const statusOfAny = async (rpc: EvmRpc, row: SignedRow): Promise<Seen> => {
  const { statusOf } = await loadLibrary()
  const look = async (hash: string): Promise<Seen> => {
    const status = await statusOf(rpc, sentOf(row, hash))
    const isMined = status.state === 'confirmed' || status.state === 'failed'
    return { ...status, hash, isCancellation: isMined && row.cancelled && (await paysNothing(rpc, row, hash)) }
  }
  const latest = await look(row.signature)
  if (latest.state === 'confirmed' || latest.state === 'failed') return latest
  for (const hash of row.formerSignatures) {
    const former = await look(hash)
    if (former.state === 'confirmed' || former.state === 'failed') return former
  }
  return latest
}

const failures = {
  reverted: 'The contract refused it on chain',
  not_moved: 'The token moved nothing, although its contract did not refuse',
} as const

const TAKEN = 'Another transaction of this wallet took its place'

/** The hash that landed is the one that is shown; no other is forgotten. */
const namesOf = ({ signature, formerSignatures }: SignedRow, landed: string): Outcome => ({
  signature: landed,
  formerSignatures: [signature, ...formerSignatures].filter((hash) => hash !== landed),
})

/** Sends the latest bytes again, and cancels what goes on being refused. */
const sendAgain = async (deps: MonitorDeps, rpc: EvmRpc, row: SignedRow): Promise<void> => {
  const { broadcast } = await loadLibrary()
  const sent: Broadcast = await broadcast(rpc, row.signed)
  if (sent.outcome === 'sent') return markSubmitted(deps.db, row.id)
  if (sent.outcome !== 'refused' || row.cancelled) return
  const patience = patienceWith[sent.reason]
  if (patience !== undefined && Date.now() - row.createdAt.getTime() > patience)
    await cancelTransaction(deps, rpc, row.id, sent.message)
}

const noteMined = async (
  { db }: MonitorDeps,
  row: SignedRow,
  seen: Extract<Seen, { state: 'confirmed' | 'failed' }>,
): Promise<void> => {
  const names = namesOf(row, seen.hash)
  if (seen.isCancellation) {
    const error = `Cancelled: ${row.error ?? 'the node refused it'}`
    // Until it is final, the text of the refusal is what stands there.
    return seen.final
      ? settle(db, row.id, 'failed', { ...names, error, neverHappened: true, feePaid: true })
      : undefined
  }
  if (seen.state === 'confirmed') return (seen.final ? settle : recordObservation)(db, row.id, 'confirmed', names)
  const failure = { ...names, error: failures[seen.reason] }
  const taken = seen.reason === 'not_moved' ? { mayHaveTaken: true as const } : {}
  return seen.final
    ? settle(db, row.id, 'failed', { ...failure, ...taken })
    : recordObservation(db, row.id, 'failed', failure)
}

/** Notes what the chain says: for good once enough blocks stand on it, and until then as it is now. */
export const monitorEthereum: Monitor<EvmRpc> = async (deps, rpc, row) => {
  const seen = await statusOfAny(rpc, row)
  if (seen.state === 'confirmed' || seen.state === 'failed') return noteMined(deps, row, seen)
  // A block that held it was undone.
  if (row.status === 'confirmed' || row.status === 'failed') await recordObservation(deps.db, row.id, 'submitted')
  if (seen.state === 'replaced') {
    const isOld = Date.now() - (row.submittedAt ?? row.createdAt).getTime() > REPLACED_AFTER
    if (seen.final && isOld) await settle(deps.db, row.id, 'failed', { error: TAKEN, neverHappened: true })
    return
  }
  if (seen.state === 'dropped') await sendAgain(deps, rpc, row)
  await unblockTransaction(deps, rpc, row)
}
