import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { encodeBase58 } from './base58.ts'
import { SolanaError, SolanaRpcError } from './errors.ts'
import { parseTransaction } from './parse.ts'
import type { SolanaRpc } from './rpc.ts'
import { statusOf, type Status } from './status.ts'

/** https://github.com/anza-xyz/agave: TransactionError::AlreadyProcessed, in the words of a node's preflight. */
const isAlreadyThere = (error: unknown): boolean =>
  error instanceof SolanaRpcError && error.kind === 'refused' && /already (been )?processed/i.test(error.message)

/**
 * Sends a signed transaction, base64, and answers with its id. Sending the same bytes again moves nothing twice: the chain
 * takes one transaction with one signature. Without the node's own simulation and retries, which simulateTransaction and
 * rebroadcast stand for. It was sent, perhaps, even if this throws 'unavailable' or 'timed_out': ask statusOf, never sign again.
 *
 * Throws invalid_transaction where a signature is missing, SolanaRpcError.
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
  /** Milliseconds between two rounds. */
  everyMs?: number
  signal?: AbortSignal
}

const isPassing = (error: unknown): boolean =>
  error instanceof SolanaRpcError && ['unavailable', 'timed_out', 'rate_limited'].includes(error.kind)

/**
 * Sends a transaction again and again until the chain has decided, since leaders drop what they have no room for
 * (https://solana.com/docs/advanced/retry). A node that is away for a while is waited for. Throws as broadcast
 * does, and the signal's reason.
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
