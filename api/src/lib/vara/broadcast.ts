import { findExtrinsic } from './blocks.ts'
import { ERA_BLOCKS } from './decode.ts'
import { VaraRpcError } from './errors.ts'
import { bestHead } from './header.ts'
import { extrinsicHash, toHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'

/**
 * Why a node refused: the nonce is used, or another pending extrinsic has it; the fee cannot be paid; the era has
 * ended.
 */
export type RefusedReason = 'nonce_used' | 'nonce_taken' | 'insufficient_balance' | 'expired' | 'other'

/**
 * - sent: the node has it, now or before
 * - refused: this node does not have it and gave a reason
 * - unknown: no usable response, so the extrinsic may be pending
 *
 * In all three cases, sending the same bytes again is safe and signing an extrinsic with a new nonce is not: see
 * `statusOf`, which decides.
 */
export type Broadcast =
  | { outcome: 'sent'; hash: string }
  | { outcome: 'refused'; hash: string; reason: RefusedReason; message: string }
  | { outcome: 'unknown'; hash: string; message: string }

/**
 * From the builder. Without it, an extrinsic that is too old cannot be distinguished from one with an invalid
 * signature, and one in a block is not found after 64 more blocks.
 */
export interface Validity {
  bornAt: number
  validUntil: number
}

/** https://paritytech.github.io/polkadot-sdk/master/sc_rpc_api/author/error/index.html */
const ALREADY_IMPORTED = 1013
const PRIORITY_TOO_LOW = 1014
/** Certainly not accepted: errors of the pool, and errors of the request itself. */
const isRefusal = (code = 0): boolean => (code >= 1000 && code < 2000) || [-32_600, -32_601, -32_602].includes(code)

/** https://paritytech.github.io/polkadot-sdk/master/sp_runtime/transaction_validity/enum.InvalidTransaction.html */
const reasons: [RegExp, RefusedReason][] = [
  [/outdated|\bstale\b/i, 'nonce_used'],
  [/inability to pay|\bpayment\b/i, 'insufficient_balance'],
  [/ancient ?birth ?block/i, 'expired'],
]

/** After the era, the block hash in the signature no longer matches, which nodes report with these messages. */
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
  // "Outdated" and "banned" are also reported for an extrinsic that is in a block already, possibly this one.
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
 * Sends a signed extrinsic. Its hash is known before and should be recorded before; an endpoint that answers with
 * another hash is not trusted. Throws only VaraError wrong_chain; everything else is an outcome, because the caller
 * must handle it.
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
