import { setTimeout as pause } from 'node:timers/promises'
import * as z from 'zod'
import { encodeBase58 } from './base58.ts'
import { SolanaError, SolanaRpcError } from './errors.ts'
import { parseTransaction } from './parse.ts'
import type { SolanaRpc } from './rpc.ts'
import { statusOf, type Status } from './status.ts'

/** https://github.com/anza-xyz/agave: TransactionError::AlreadyProcessed, as a node's preflight reports it. */
const isAlreadyThere = (error: unknown): boolean =>
  error instanceof SolanaRpcError && error.kind === 'refused' && /already (been )?processed/i.test(error.message)

/**
 * Sends a signed transaction, base64, and returns its id. Sending the same bytes again moves nothing twice, because the
 * chain processes a signature once. The node's own simulation and retries are disabled; simulateTransaction and
 * rebroadcast replace them. The transaction may have been sent even if this throws 'unavailable' or 'timed_out': check
 * statusOf and never sign again.
 *
 * Throws invalid_transaction if a signature is missing, SolanaRpcError.
 */
export const broadcast = async (rpc: SolanaRpc, transaction: string): Promise<string> => {
  const { signatures } = parseTransaction(Buffer.from(transaction, 'base64'))
  if (signatures.some((signature) => signature.every((byte) => byte === 0))) {
    throw new SolanaError('invalid_transaction', 'This transaction lacks a signature, so it cannot be sent.')
  }
  const id = encodeBase58(signatures[0]!)
  const options = { encoding: 'base64', skipPreflight: true, maxRetries: 0 }
  try {
    const answered = await rpc.call('sendTransaction', [transaction, options], z.string())
    if (answered === id) return id
  } catch (error) {
    if (isAlreadyThere(error)) return id
    throw error
  }
  throw new SolanaRpcError('malformed', `${rpc.host} answered sendTransaction with another transaction's signature`)
}

export interface RebroadcastOptions {
  transaction: string
  lastValidBlockHeight: number
  /** Milliseconds between two attempts. */
  everyMs?: number
  signal?: AbortSignal
}

const isPassing = (error: unknown): boolean =>
  error instanceof SolanaRpcError && ['unavailable', 'timed_out', 'rate_limited'].includes(error.kind)

/**
 * Sends a transaction repeatedly until the chain has decided, because leaders drop transactions under load
 * (https://solana.com/docs/advanced/retry). Continues after node outages. Throws as broadcast does, and the signal's
 * reason.
 */
export const rebroadcast = async (
  rpc: SolanaRpc,
  following: RebroadcastOptions,
): Promise<Exclude<Status, { state: 'submitted' }>> => {
  const { transaction, lastValidBlockHeight, everyMs = 2_000, signal } = following
  const signatures = parseTransaction(Buffer.from(transaction, 'base64')).signatures.map((each) => encodeBase58(each))
  for (;;) {
    signal?.throwIfAborted()
    try {
      const status = await statusOf(rpc, signatures[0]!, lastValidBlockHeight)
      if (status.state !== 'submitted') return status
      await broadcast(rpc, transaction)
    } catch (error) {
      if (!isPassing(error)) throw error
    }
    await pause(everyMs, undefined, { signal })
  }
}
