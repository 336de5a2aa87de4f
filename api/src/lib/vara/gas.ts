import * as z from 'zod'
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

/** The error code of a Gear node when the runtime, or the program in it, failed. */
const RUNTIME_ERROR = 8000

const METHOD = { message: 'gear_calculateHandleGas', reply: 'gear_calculateReplyGas' } as const

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Rust's Debug format quotes text. */
const unquoted = (reason: string): string => reason.replace(/^Runtime error: /, '').replaceAll(/^"|"$/g, '')

const ask = async (rpc: VaraRpc, { kind, from, target, payload, value }: GasRequest): Promise<bigint> => {
  try {
    const answer = await rpc.call(METHOD[kind], [from, target, toHex(payload), value, true])
    const { data: info } = GasInfo.safeParse(answer)
    if (info) return BigInt(info.min_limit)
  } catch (error) {
    if (!(error instanceof VaraRpcError) || error.rpcCode !== RUNTIME_ERROR) throw error
    const who = kind === 'message' ? 'The program refuses this message' : 'The program refuses this reply'
    throw new VaraError('would_fail', `${who}; the node says: ${unquoted(error.reason ?? '')}`)
  }
  throw malformed(METHOD[kind])
}

/**
 * The gas limit for a message or reply: the gas of the node's simulation plus a quarter, because other messages change
 * the program's state meanwhile; unused gas is refunded. At most `blockGasLimit`. Throws VaraError would_fail,
 * gas_too_high, wrong_chain, and VaraRpcError.
 * https://wiki.vara.network/docs/api/calculate-gas
 */
export const gasLimitFor = async (rpc: VaraRpc, question: GasRequest, blockGasLimit: bigint): Promise<bigint> => {
  const needed = await ask(rpc, question)
  if (needed <= blockGasLimit) return least((needed * 5n) / 4n, blockGasLimit)
  throw new VaraError('gas_too_high', `This needs ${needed} units of gas, and the limit of a block is ${blockGasLimit}`)
}
