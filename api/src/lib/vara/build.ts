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
  /** Maximum planck beside the value: the fee for inclusion, and for gas, of which unburnt gas is refunded. */
  maxFee: bigint
  /** Planck of the account that are neither reserved nor locked. */
  transferable: bigint
  /** Planck of `transferable` that must remain: the existential deposit, unless a lock covers it. */
  mustStay: bigint
  /** The lowest possible nonce according to the node; the caller's own count may be higher. */
  nextNonce: number
  /** The number of the block at which its era starts. */
  bornAt: number
  /** The last block that accepts it. */
  validUntil: number
  /** Makes no call: the caller assigns every nonce once. Throws VaraError unsupported_runtime. */
  withNonce: (nonce: number) => UnsignedExtrinsic
}

type Question = Omit<VaraCall, 'gasLimit'>

/** The longest encoding, so that no nonce raises the fee. */
const LONGEST_NONCE = 2 ** 32 - 1
/** A placeholder that the node does not verify. */
const SOME_SIGNATURE = new Uint8Array(64).fill(1)
/**
 * The fee for inclusion is multiplied by 1 + the length of the message queue / 1000, rounded down, which may grow by
 * one while this extrinsic is pending. https://github.com/gear-tech/gear/blob/master/pallets/payment/src/lib.rs
 */
const FEE_HEADROOM = 2n

const insufficient = (what: string, needed: bigint, has: bigint): VaraError =>
  new VaraError('insufficient_balance', `The wallet lacks planck ${what}: it needs ${needed} and can spend ${has}`)

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
  // Before the gas estimate, whose error for this case depends on the node.
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
 * A message to a program, or to an account's mailbox, as an extrinsic without nonce and signature. The node has
 * simulated it, and the balance sufficed as of the latest block. Pending extrinsics of the wallet are not counted, so
 * the caller subtracts them. Valid for 64 blocks, a bit over three minutes, without a tip; the account stays alive.
 *
 * Throws VaraError invalid_address, invalid_id, invalid_payload, invalid_amount, insufficient_balance, would_fail,
 * gas_too_high, unsupported_runtime, wrong_chain, and VaraRpcError. A failed build has no effect.
 */
export const buildMessage = async (rpc: VaraRpc, request: MessageRequest): Promise<BuiltExtrinsic> => {
  const target = readVaraId(request.destination, 'destination')
  return build(rpc, request.from, { kind: 'message', target, ...restOf(request) })
}

/** A reply to a message in the sender's mailbox; otherwise as `buildMessage`. */
export const buildReply = async (rpc: VaraRpc, request: ReplyRequest): Promise<BuiltExtrinsic> => {
  const target = readVaraId(request.replyToId, 'message')
  return build(rpc, request.from, { kind: 'reply', target, ...restOf(request) })
}
