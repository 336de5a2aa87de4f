import { z } from 'zod'
import { malformed, VaraError, VaraRpcError } from './errors.ts'
import { toHex } from './hex.ts'
import type { VaraRpc } from './rpc.ts'

export interface GasRequest {
  kind: 'message' | 'reply'
  /** The sender's account id in hex. */
  from: string
  target: string
  payload: Uint8Array
  value: bigint
}

const GasInfo = z.object({ min_limit: z.int().min(0) })

/** How a Gear node tells that the runtime, or the program in it, ended with an error. */
const RUNTIME_ERROR = 8000

const METHOD = { message: 'gear_calculateHandleGas', reply: 'gear_calculateReplyGas' } as const

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Rust's Debug puts a text between quotes. */
const unquoted = (reason: string): string => reason.replace(/^Runtime error: /, '').replaceAll(/^"|"$/g, '')

const ask = async (rpc: VaraRpc, { kind, from, target, payload, value }: GasRequest): Promise<bigint> => {
  try {
    const answer = await rpc.call(METHOD[kind], [from, target, toHex(payload), value, true])
    const { data: info } = GasInfo.safeParse(answer)
    if (info) return BigInt(info.min_limit)
  } catch (error) {
    if (!(error instanceof VaraRpcError) || error.rpcCode !== RUNTIME_ERROR) throw error
    const who = kind === 'message' ? 'The program refuses this message' : 'This message cannot be replied to like this'
    throw new VaraError('would_fail', `${who}; the node says: ${unquoted(error.reason ?? '')}`)
  }
  throw malformed(METHOD[kind])
}

/**
 * The gas limit for a message or reply: what the node needed when it ran it, and a quarter more, because others change
 * what is met on the way; what is left over comes back. At most `blockGasLimit`. Throws VaraError would_fail,
 * gas_too_high, wrong_chain, and VaraRpcError.
 * https://wiki.vara.network/docs/api/calculate-gas
 */
export const gasLimitFor = async (rpc: VaraRpc, question: GasRequest, blockGasLimit: bigint): Promise<bigint> => {
  const needed = await ask(rpc, question)
  if (needed <= blockGasLimit) return least((needed * 5n) / 4n, blockGasLimit)
  throw new VaraError('gas_too_high', `This would take ${needed} units of gas, and a block has ${blockGasLimit}`)
}
