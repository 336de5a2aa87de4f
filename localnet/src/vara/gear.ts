import { hexToU8a, stringToU8a, u8aConcat, u8aToHex } from '@polkadot/util'
import { blake2AsU8a, encodeAddress } from '@polkadot/util-crypto'
import { accountIn, credit, debit, type Emit, type Failure } from './accounts.ts'
import { event } from './events.ts'
import { BLOCK_GAS_LIMIT, EXISTENTIAL_DEPOSIT, SS58_FORMAT, VALUE_PER_GAS } from './parameters.ts'
import { encode } from './runtime.ts'
import type { Layer } from './storage.ts'

const MESSAGE_GAS = 1_000_000_000n
const BYTE_GAS = 100_000n
const NOBODY = `0x${'00'.repeat(32)}`

export interface VaraMessage {
  /** As `MessageQueued` names it, in hex. */
  id: string
  /** The sender's address. */
  source: string
  /** The program's id in hex. */
  destination: string
  /** In hex. */
  payload: string
  gasLimit: bigint
  /** In planck. */
  value: bigint
  kind: 'send' | 'reply'
  /** The message that is replied to. */
  replyTo?: string
  blockHash: string
}

interface Queued {
  to: { destination: string } | { replyTo: string }
  payload: string
  gasLimit: bigint
  value: bigint
  keepAlive: boolean
}

/** What an extrinsic works on while its block is made. */
export interface Dispatching {
  layer: Layer
  /** The account's id in hex. */
  signer: string
  /** The block's number, and the sender's nonce in it, make a message's id. */
  number: number
  nonce: number
  emit: Emit
  /** Every message so far. */
  messages: Omit<VaraMessage, 'blockHash'>[]
}

/** The gas that a message burns: programs do not run here, so it depends on the payload's size alone. */
export const gasFor = (payload: string): bigint => MESSAGE_GAS + BYTE_GAS * BigInt(hexToU8a(payload).length)

/** Where a reply was remembered, so that it is the only one. No client reads it. */
const repliedKey = (id: string): string => `replied:${id}`

const newId = ({ number, nonce, signer }: Dispatching): string =>
  u8aToHex(
    blake2AsU8a(u8aConcat(stringToU8a('external'), encode('u32', number), hexToU8a(signer), encode('u32', nonce))),
  )

/** Who wrote the message that is replied to, as far as it is known here. */
const authorOf = (messages: Dispatching['messages'], id: string): string =>
  messages.find((message) => message.id === id)?.destination ?? NOBODY

/**
 * Queues a message. Its gas is paid for beforehand, and what it does not burn is returned, at once here; the value goes to
 * the program if the gas was enough. Every destination counts as a program, and every message can be replied to once.
 * https://wiki.vara.network/docs/about/technology/gas-reservation
 */
export const queueMessage = (dispatching: Dispatching, queued: Queued): Failure | undefined => {
  const { layer, signer, emit, messages } = dispatching
  const { to, payload, gasLimit, value, keepAlive } = queued
  const replyTo = 'replyTo' in to ? to.replyTo : undefined
  const fail = (error: string): Failure => ({ pallet: 'Gear', error })
  if (replyTo !== undefined && (replyTo === NOBODY || layer.read(repliedKey(replyTo)))) return fail('MessageNotFound')
  if (gasLimit > BLOCK_GAS_LIMIT) return fail('GasLimitTooHigh')
  const kept = keepAlive ? EXISTENTIAL_DEPOSIT : 0n
  if (accountIn(layer, signer).free < gasLimit * VALUE_PER_GAS + value + kept) return fail('InsufficientBalance')

  const needed = gasFor(payload)
  const arrives = gasLimit >= needed
  const destination = 'destination' in to ? to.destination : authorOf(messages, to.replyTo)
  debit(layer, signer, (arrives ? needed : gasLimit) * VALUE_PER_GAS + (arrives ? value : 0n), emit)
  if (arrives && value > 0n) {
    credit(layer, destination, value, emit)
    emit(event('Balances', 'Transfer', { from: signer, to: destination, amount: value }))
  }
  if (replyTo !== undefined) layer.write(repliedKey(replyTo), '0x01')
  const id = newId(dispatching)
  const entry = replyTo === undefined ? 'Handle' : { Reply: replyTo }
  emit(event('Gear', 'MessageQueued', { id, source: signer, destination, entry }))
  const source = encodeAddress(signer, SS58_FORMAT)
  const kind = replyTo === undefined ? 'send' : 'reply'
  messages.push({ id, source, destination, payload, gasLimit, value, kind, ...(replyTo && { replyTo }) })
  return undefined
}
