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
  /** As the builder said. */
  bornAt: number
  validUntil: number
}

/**
 * - submitted: it may be in a block that is not final, or come into one
 * - confirmed: its block is final and the message is queued, under `messageId`; what the program makes of it is not known
 * - failed: its block is final and it did nothing; the fee is paid, the nonce used. `reason` is `pallet.Name`
 * - replaced: another extrinsic of the account has the nonce, so this one never happens
 * - expired: no block has it and none takes it any more; the nonce is free
 *
 * All but the first are final.
 */
export type VaraStatus =
  | { state: 'submitted' }
  | { state: 'confirmed'; block: number; blockHash: string; messageId?: string; finalized: true }
  | { state: 'failed'; reason: string; block: number }
  | { state: 'replaced' }
  | { state: 'expired' }

/** Extrinsics of one endpoint whose search is remembered; those that are forgotten are searched for from the start. */
const REMEMBERED = 1000

/** By endpoint and extrinsic, the last of the final blocks that it is not in. */
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

/** A block takes an extrinsic from the one after its birth on. */
const find = async (rpc: VaraRpc, sent: SentExtrinsic, last: number): Promise<FoundExtrinsic | undefined> => {
  const known = searchedBy(rpc)
  const first = Math.max(sent.bornAt, known.get(sent.hash) ?? 0) + 1
  const found = await findExtrinsic(rpc, sent.hash, first, last)
  if (found) known.delete(sent.hash)
  else if (last >= first) remember(known, sent.hash, last)
  return found
}

const ofBlock = async (rpc: VaraRpc, found: FoundExtrinsic): Promise<VaraStatus> => {
  // What decodes events takes tens of megabytes, and most rounds find nothing.
  const { outcomeOf } = await import('./outcome.ts')
  const outcome = await outcomeOf(rpc, found)
  const { number: block, hash: blockHash } = found.block
  if (!outcome.succeeded) return { state: 'failed', reason: outcome.reason, block }
  const { messageId } = outcome
  return { state: 'confirmed', block, blockHash, ...(messageId !== undefined && { messageId }), finalized: true }
}

/**
 * What became of an extrinsic, by the final blocks that could have it. Blocks once searched are not read again for it, as
 * long as the same VaraRpc is used. Throws VaraError invalid_address, wrong_chain, and VaraRpcError: then nothing is known.
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
