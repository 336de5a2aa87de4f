import type { Compact, bool, u128, u64 } from '@polkadot/types'
import type { Call, MultiAddress } from '@polkadot/types/interfaces'
import type { Codec } from '@polkadot/types/types'
import { u8aToHex } from '@polkadot/util'
import { accountIn, debit, saveAccount, transfer, type Failure } from './accounts.ts'
import { event } from './events.ts'
import { accountOf, type Extrinsic, type Signed } from './extrinsic.ts'
import { dispatchInfo, feeFor } from './fees.ts'
import { type Dispatching, queueMessage } from './gear.ts'
import { pallets } from './metadata/pallets.ts'
import { EXISTENTIAL_DEPOSIT } from './parameters.ts'
import { layerOver, applyLayer } from './storage.ts'

/** An argument by its name in the metadata. */
type Argument = (name: string) => Codec
type Run = (dispatching: Dispatching, arg: Argument) => Failure | undefined

const argumentsOf = (call: Call): Argument => {
  const args = new Map(call.argsEntries)
  return (name) => {
    const value = args.get(name)
    if (!value) throw new Error(`${call.section}.${call.method} has no argument ${name}`)
    return value
  }
}

const send =
  (keepAlive: boolean): Run =>
  ({ layer, signer, emit }, arg) => {
    const to = accountOf(arg('dest') as MultiAddress)
    if (!to) return { other: 'CannotLookup' }
    return transfer(layer, { from: signer, to, amount: (arg('value') as Compact<u128>).toBigInt(), keepAlive }, emit)
  }

const sendAll: Run = ({ layer, signer, emit }, arg) => {
  const to = accountOf(arg('dest') as MultiAddress)
  if (!to) return { other: 'CannotLookup' }
  const keepAlive = (arg('keep_alive') as bool).isTrue
  const amount = accountIn(layer, signer).free - (keepAlive ? EXISTENTIAL_DEPOSIT : 0n)
  return transfer(layer, { from: signer, to, amount, keepAlive }, emit)
}

const message = (arg: Argument) => ({
  payload: u8aToHex(arg('payload').toU8a(true)),
  gasLimit: (arg('gas_limit') as u64).toBigInt(),
  value: (arg('value') as u128).toBigInt(),
  keepAlive: (arg('keep_alive') as bool).isTrue,
})

const calls: Record<string, Run> = {
  'system.remark': () => undefined,
  'balances.transferAllowDeath': send(false),
  'balances.transferKeepAlive': send(true),
  'balances.transferAll': sendAll,
  'gear.sendMessage': (dispatching, arg) =>
    queueMessage(dispatching, { ...message(arg), to: { destination: arg('destination').toHex() } }),
  'gear.sendReply': (dispatching, arg) =>
    queueMessage(dispatching, { ...message(arg), to: { replyTo: arg('reply_to_id').toHex() } }),
}

const encodable = (failure: Failure): unknown => {
  if ('other' in failure) return failure.other
  if ('token' in failure) return { Token: failure.token }
  const { index, errors = [] } = pallets[failure.pallet]!
  const error = errors.find(({ name }) => name === failure.error)!.index
  return { Module: { index, error: new Uint8Array([error, 0, 0, 0]) } }
}

/** Runs a signed call. All that it did is undone where it fails; what it told of, too. */
const dispatch = (dispatching: Dispatching, { call }: Extrinsic): Failure | undefined => {
  const layer = layerOver(dispatching.layer)
  const events: Uint8Array[] = []
  // The inherent calls are the block author's.
  const run = calls[`${call.section}.${call.method}`] ?? ((): Failure => ({ other: 'BadOrigin' }))
  const emit = (event: Uint8Array) => void events.push(event)
  const failure = run({ ...dispatching, layer, emit }, argumentsOf(call))
  if (failure) return failure
  applyLayer(dispatching.layer, layer.changes)
  for (const one of events) dispatching.emit(one)
  return undefined
}

/** Takes the fee and raises the nonce, which stands whatever becomes of the call, and then runs it. */
export const applyExtrinsic = (
  dispatching: Omit<Dispatching, 'nonce'>,
  extrinsic: Extrinsic & { signed: Signed },
): void => {
  const { layer, signer, emit } = dispatching
  const { tip } = extrinsic.signed
  const fee = feeFor(extrinsic.length) + tip
  const before = accountIn(layer, signer)
  saveAccount(layer, signer, { ...before, nonce: before.nonce + 1 })
  debit(layer, signer, fee, emit)
  emit(event('Balances', 'Withdraw', { who: signer, amount: fee }))
  const failure = dispatch({ ...dispatching, nonce: before.nonce }, extrinsic)
  emit(event('TransactionPayment', 'TransactionFeePaid', { who: signer, actualFee: fee, tip }))
  emit(
    failure
      ? event('System', 'ExtrinsicFailed', { dispatchError: encodable(failure), dispatchInfo })
      : event('System', 'ExtrinsicSuccess', { dispatchInfo }),
  )
}
