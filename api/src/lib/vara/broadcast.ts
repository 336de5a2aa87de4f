import { findExtrinsic } from './blocks.ts'
import { ERA_BLOCKS } from './decode.ts'
import { VaraRpcError } from './errors.ts'
import { bestHead } from './header.ts'
import { extrinsicHash, toHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'

/**
 * Why a node refused: the nonce is used, or another extrinsic that waits has it; the fee cannot be paid; no block takes
 * it any more.
 */
export type RefusedReason = 'nonce_used' | 'nonce_taken' | 'insufficient_balance' | 'expired' | 'other'

/**
 * - sent: the node has it, now or before
 * - refused: this node does not have it and said why
 * - unknown: no usable answer, so it may be on its way
 *
 * In all three, sending the same bytes again is safe and signing others with a new nonce is not: see `statusOf`, which has
 * the last word.
 */
export type Broadcast =
  | { outcome: 'sent'; hash: string }
  | { outcome: 'refused'; hash: string; reason: RefusedReason; message: string }
  | { outcome: 'unknown'; hash: string; message: string }

/**
 * What the builder said: without it, an extrinsic that is too old is not told from one with a bad signature, and one that
 * is in a block is not found after 64 more.
 */
export interface Validity {
  bornAt: number
  validUntil: number
}

/** https://paritytech.github.io/polkadot-sdk/master/sc_rpc_api/author/error/index.html */
const ALREADY_IMPORTED = 1013
const PRIORITY_TOO_LOW = 1014
/** Not accepted, for certain: what the pool says, and what is said of a request that it never saw. */
const isRefusal = (code = 0): boolean => (code >= 1000 && code < 2000) || [-32_600, -32_601, -32_602].includes(code)

/** https://paritytech.github.io/polkadot-sdk/master/sp_runtime/transaction_validity/enum.InvalidTransaction.html */
const reasons: [RegExp, RefusedReason][] = [
  [/outdated|\bstale\b/i, 'nonce_used'],
  [/inability to pay|\bpayment\b/i, 'insufficient_balance'],
  [/ancient ?birth ?block/i, 'expired'],
]

/** The block's hash that was signed over is another's once the era is over, hence the words. */
const isTooOld = (message: string, head: number, validity: Validity | undefined): boolean =>
  validity !== undefined && head >= validity.validUntil && /bad ?(signature|proof)/i.test(message)

const afterRefusal = async (
  rpc: VaraRpc,
  hash: string,
  error: VaraRpcError,
  validity: Validity | undefined,
): Promise<Broadcast> => {
  const { rpcCode, message } = error
  if (rpcCode === ALREADY_IMPORTED) return { outcome: 'sent', hash }
  // "Outdated" and "banned" are also what is said of an extrinsic that is in a block already: ours, if sent before.
  const head = await bestHead(rpc)
  const first = (validity?.bornAt ?? Math.max(head.number - ERA_BLOCKS, 0)) + 1
  const last = Math.min(first + ERA_BLOCKS - 1, head.number)
  if (await findExtrinsic(rpc, hash, first, last)) return { outcome: 'sent', hash }
  const refused = (reason: RefusedReason): Broadcast => ({ outcome: 'refused', hash, reason, message })
  if (rpcCode === PRIORITY_TOO_LOW) return refused('nonce_taken')
  if (isTooOld(message, head.number, validity)) return refused('expired')
  return refused(reasons.find(([words]) => words.test(message))?.[1] ?? 'other')
}

const send = async (rpc: VaraRpc, extrinsic: Uint8Array, hash: string): Promise<Broadcast> => {
  const answer = await rpc.call('author_submitExtrinsic', [toHex(extrinsic)])
  if (typeof answer === 'string' && answer.toLowerCase() === hash) return { outcome: 'sent', hash }
  return { outcome: 'unknown', hash, message: 'The RPC endpoint answered with the hash of another extrinsic' }
}

/**
 * Sends a signed extrinsic. Its hash was known before, and should be on record: an endpoint that answers with another one
 * is not believed. Throws VaraError wrong_chain only; the rest is an outcome, because it must be dealt with.
 */
export const broadcast = async (rpc: VaraRpc, extrinsic: Uint8Array, validity?: Validity): Promise<Broadcast> => {
  const hash = extrinsicHash(extrinsic)
  try {
    return await send(rpc, extrinsic, hash).catch((error: unknown) => {
      if (error instanceof VaraRpcError && isRefusal(error.rpcCode)) return afterRefusal(rpc, hash, error, validity)
      throw error
    })
  } catch (error) {
    if (error instanceof VaraRpcError) return { outcome: 'unknown', hash, message: error.message }
    throw error
  }
}
