import { readBalance } from './balances.ts'
import { findExtrinsic, type FoundExtrinsic } from './blocks.ts'
import { ERA_BLOCKS } from './decode.ts'
import { finalizedHead } from './header.ts'
import type { VaraRpc } from './rpc.ts'

export interface SentExtrinsic {
  hash: string
  /** The sender's SS58 address. */
  from: string
  nonce: number
  /** As the builder returned it. */
  bornAt: number
  validUntil: number
}

/**
 * - submitted: it may be in a block that is not final, or get into one
 * - confirmed: its block is final and the message is queued, under `messageId`; the program's handling is unknown
 * - failed: its block is final and it had no effect; the fee is paid, the nonce used. `reason` is `pallet.Name`
 * - replaced: another extrinsic of the account used the nonce, so this one can never be included
 * - expired: no block has it and none accepts it any more; the nonce is free
 *
 * All but the first are final.
 */
export type VaraStatus =
  | { state: 'submitted' }
  | { state: 'confirmed'; block: number; blockHash: string; messageId?: string; finalized: true }
  | { state: 'failed'; reason: string; block: number }
  | { state: 'replaced' }
  | { state: 'expired' }

/** Number of extrinsics per endpoint with a remembered search position; others are searched from the start. */
const REMEMBERED = 1000

/** By endpoint and extrinsic, the last searched final block. */
const searched = new WeakMap<VaraRpc, Map<string, number>>()

const searchedBy = (rpc: VaraRpc): Map<string, number> => {
  const known = searched.get(rpc) ?? new Map<string, number>()
  searched.set(rpc, known)
  return known
}

const remember = (known: Map<string, number>, hash: string, last: number): void => {
  known.delete(hash)
  known.set(hash, last)
  for (const oldest of [...known.keys()].slice(0, -REMEMBERED)) known.delete(oldest)
}

/** A block can contain an extrinsic from the one after the start of its era. */
const find = async (rpc: VaraRpc, sent: SentExtrinsic, last: number): Promise<FoundExtrinsic | undefined> => {
  const known = searchedBy(rpc)
  const first = Math.max(sent.bornAt, known.get(sent.hash) ?? 0) + 1
  const found = await findExtrinsic(rpc, sent.hash, first, last)
  if (found) known.delete(sent.hash)
  else if (last >= first) remember(known, sent.hash, last)
  return found
}

const ofBlock = async (rpc: VaraRpc, found: FoundExtrinsic): Promise<VaraStatus> => {
  // Loaded on demand: the event decoder takes tens of megabytes, and most checks do not need it.
  const { outcomeOf } = await import('./outcome.ts')
  const outcome = await outcomeOf(rpc, found)
  const { number: block, hash: blockHash } = found.block
  if (!outcome.succeeded) return { state: 'failed', reason: outcome.reason, block }
  const { messageId } = outcome
  return { state: 'confirmed', block, blockHash, ...(messageId !== undefined && { messageId }), finalized: true }
}

/**
 * The status of an extrinsic, from the final blocks that could contain it. With the same VaraRpc, a searched block is
 * not read again. Throws VaraError invalid_address, wrong_chain, and VaraRpcError; then the status is unknown.
 */
export const statusOf = async (rpc: VaraRpc, sent: SentExtrinsic): Promise<VaraStatus> => {
  const head = await finalizedHead(rpc)
  const { nonce } = await readBalance(rpc, sent.from, head.hash)
  const last = Math.min(sent.validUntil, sent.bornAt + ERA_BLOCKS - 1, head.number)
  const found = await find(rpc, sent, last)
  if (found) return ofBlock(rpc, found)
  if (nonce > sent.nonce) return { state: 'replaced' }
  return { state: head.number > sent.validUntil ? 'expired' : 'submitted' }
}
