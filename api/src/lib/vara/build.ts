import { waitReady } from '@polkadot/wasm-crypto'
import { addressOfId, readVaraAddress } from './addresses.ts'
import { nextNonce, readBalance } from './balances.ts'
import { ERA_BLOCKS, type VaraCall } from './decode.ts'
import { VaraError } from './errors.ts'
import { encodeExtrinsic, type UnsignedExtrinsic } from './extrinsic.ts'
import { inclusionFee, pricesOf } from './fees.ts'
import { gasLimitFor } from './gas.ts'
import { finalizedHead } from './header.ts'
import { checkAmount, checkPayload, readVaraId } from './requests.ts'
import type { VaraRpc } from './rpc.ts'
import { runtimeOf } from './runtime.ts'

export type { UnsignedExtrinsic } from './extrinsic.ts'

export interface MessageRequest {
  /** The sender's SS58 address, with any chain's prefix. */
  from: string
  /** The program's id, 0x and 64 hex digits. */
  destination: string
  /** At most 64 KiB. */
  payload: Uint8Array
  /** Planck for the program; none by default. */
  value?: bigint
}

export interface ReplyRequest extends Omit<MessageRequest, 'destination'> {
  /** The id of a message in the sender's mailbox, 0x and 64 hex digits. */
  replyToId: string
}

export interface BuiltExtrinsic extends VaraCall {
  /** The sender's address with Vara's prefix. */
  from: string
  /** Planck at most, beside the value: the fee for inclusion, and for gas, of which comes back what is not burnt. */
  maxFee: bigint
  /** Planck of the account that are neither reserved nor locked. */
  transferable: bigint
  /** Planck of `transferable` that have to stay: the existential deposit, as far as no lock holds it. */
  mustStay: bigint
  /** The least nonce it can have, by the node: the caller's own count may be ahead. */
  nextNonce: number
  /** The number of the block that it is mortal from. */
  bornAt: number
  /** The last block that takes it. */
  validUntil: number
  /** Asks nobody: every nonce is the caller's to give, once. Throws VaraError unsupported_runtime. */
  withNonce: (nonce: number) => UnsignedExtrinsic
}

type Question = Omit<VaraCall, 'gasLimit'>

/** Of the longest encoding, so that no nonce makes it dearer. */
const LONGEST_NONCE = 2 ** 32 - 1
/** Nobody's: the node does not look at it. */
const SOME_SIGNATURE = new Uint8Array(64).fill(1)
/**
 * The fee for inclusion is multiplied by 1 + what waits in the queue of messages / 1000, rounded down: while ours waits,
 * it may go up by one. https://github.com/gear-tech/gear/blob/master/pallets/payment/src/lib.rs
 */
const FEE_HEADROOM = 2n

const insufficient = (what: string, needed: bigint, has: bigint): VaraError =>
  new VaraError('insufficient_balance', `The wallet lacks planck ${what}: ${needed} are needed and ${has} can be spent`)

const greatest = (one: bigint, other: bigint): bigint => (one > other ? one : other)

const build = async (rpc: VaraRpc, address: string, question: Question): Promise<BuiltExtrinsic> => {
  const from = readVaraAddress(address)
  const [runtime, genesisHash, born, balance, nonce] = await Promise.all([
    runtimeOf(rpc),
    rpc.genesisHash(),
    finalizedHead(rpc),
    readBalance(rpc, address),
    nextNonce(rpc, address),
    waitReady(),
  ])
  const { existentialDeposit, blockGasLimit, valuePerGas } = pricesOf(runtime)
  const mustStay = greatest(existentialDeposit - balance.locked, 0n)
  const spendable = greatest(balance.transferable - mustStay, 0n)
  // Before the gas is asked for, for which a node may have other words.
  if (spendable < question.value) throw insufficient('for the value', question.value, spendable)
  const gasLimit = await gasLimitFor(rpc, { ...question, from }, blockGasLimit)
  const withNonce = encodeExtrinsic(runtime, { ...question, gasLimit, from, born, genesisHash })
  const fee = await inclusionFee(rpc, withNonce(LONGEST_NONCE).assemble(SOME_SIGNATURE).extrinsic)
  const maxFee = fee * FEE_HEADROOM + gasLimit * valuePerGas
  const needed = question.value + maxFee
  if (spendable < needed) throw insufficient('for the value, the gas and the fee', needed, spendable)
  return {
    ...question,
    from: addressOfId(from),
    gasLimit,
    maxFee,
    transferable: balance.transferable,
    mustStay,
    nextNonce: nonce,
    bornAt: born.number,
    validUntil: born.number + ERA_BLOCKS - 1,
    withNonce,
  }
}

const restOf = ({ payload, value = 0n }: { payload: Uint8Array; value?: bigint }) => ({
  payload: checkPayload(payload),
  value: checkAmount(value),
})

/**
 * A message to a program, or to an account's mailbox, as an extrinsic to be given a nonce and signed. It was run by the
 * node first, and the balance was enough, as of the newest block: what the same wallet has on its way is not counted, so
 * the caller subtracts it. Valid for 64 blocks, a bit over three minutes; without a tip; the account stays alive.
 *
 * Throws VaraError invalid_address, invalid_id, invalid_payload, invalid_amount, insufficient_balance, would_fail,
 * gas_too_high, unsupported_runtime, wrong_chain, and VaraRpcError. Nothing has happened then.
 */
export const buildMessage = async (rpc: VaraRpc, request: MessageRequest): Promise<BuiltExtrinsic> => {
  const target = readVaraId(request.destination, 'destination')
  return build(rpc, request.from, { kind: 'message', target, ...restOf(request) })
}

/** A reply to a message in the sender's mailbox; everything else as with `buildMessage`. */
export const buildReply = async (rpc: VaraRpc, request: ReplyRequest): Promise<BuiltExtrinsic> => {
  const target = readVaraId(request.replyToId, 'message')
  return build(rpc, request.from, { kind: 'reply', target, ...restOf(request) })
}
