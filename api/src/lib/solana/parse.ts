import { SolanaError } from './errors.ts'

/** The size of one packet: https://solana.com/docs/core/transactions#transaction-size */
export const MAX_TRANSACTION_BYTES = 1232

/**
 * A message in wire form; accounts are indexes into `keys`, and beyond them into the accounts that the lookups load.
 */
export interface Message {
  version: 'legacy' | 0
  requiredSignatures: number
  readonlySigned: number
  readonlyUnsigned: number
  keys: Buffer[]
  recentBlockhash: Buffer
  instructions: { program: number; accounts: number[]; data: Buffer }[]
  lookups: { table: Buffer; writable: number[]; readonly: number[] }[]
}

export interface ParsedTransaction {
  /** 64 bytes each, zeros for a missing one. */
  signatures: Buffer[]
  message: Message
  /** The bytes that the signatures cover. */
  messageBytes: Buffer
}

const invalid = (what: string): SolanaError =>
  new SolanaError('invalid_transaction', `This is not a transaction: ${what}.`)

/** A sequential reader, bounded by the available bytes. */
class Reader {
  readonly #bytes: Buffer
  at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  }

  get left(): number {
    return this.#bytes.length - this.at
  }

  byte(): number {
    const byte = this.#bytes[this.at]
    if (byte === undefined) throw invalid('it ends too early')
    this.at++
    return byte
  }

  take(length: number): Buffer {
    if (length > this.left) throw invalid('it ends too early')
    this.at += length
    return this.#bytes.subarray(this.at - length, this.at)
  }

  /** compact-u16 in its shortest form, as the runtime requires: https://docs.rs/solana-short-vec */
  length(): number {
    let value = 0
    for (let index = 0; index < 3; index++) {
      const byte = this.byte()
      value |= (byte & 0x7f) << (index * 7)
      if (byte & 0x80) continue
      if (value > 0xffff || (byte === 0 && index > 0)) break
      return value
    }
    throw invalid('a length in it is not a compact-u16')
  }

  list<Item>(read: () => Item): Item[] {
    const items: Item[] = []
    for (let left = this.length(); left > 0; left--) items.push(read())
    return items
  }
}

const versionOf = (reader: Reader, first: number): Message['version'] => {
  if (!(first & 0x80)) return 'legacy'
  reader.byte()
  if (first === 0x80) return 0
  throw invalid(`version ${first & 0x7f} is not supported, only legacy and 0`)
}

/** The runtime's conditions: https://docs.rs/solana-message (sanitize of legacy and v0 messages). */
const checkMessage = (message: Message): void => {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, keys, instructions, lookups } = message
  if (readonlySigned >= requiredSignatures) throw invalid('it has no fee payer')
  if (requiredSignatures + readonlyUnsigned > keys.length) throw invalid('it has fewer accounts than its header says')
  if (new Set(keys.map((key) => key.toString('latin1'))).size < keys.length) {
    throw invalid('it names an account twice')
  }
  const loaded = lookups.reduce((sum, { writable, readonly }) => sum + writable.length + readonly.length, 0)
  if (lookups.some(({ writable, readonly }) => writable.length + readonly.length === 0)) {
    throw invalid('a lookup in it loads nothing')
  }
  const accounts = keys.length + loaded
  if (accounts > 256) throw invalid('it has more than 256 accounts')
  for (const { program, accounts: used } of instructions) {
    if (program === 0 || program >= keys.length) throw invalid('an instruction has no program')
    if (used.some((index) => index >= accounts)) throw invalid('an instruction names an account that does not exist')
  }
}

/**
 * Parses a legacy or v0 message without trailing bytes. Throws invalid_transaction.
 * https://solana.com/docs/core/transactions#message
 */
export const parseMessage = (bytes: Uint8Array): Message => {
  if (bytes.length > MAX_TRANSACTION_BYTES) throw invalid(`it has more than ${MAX_TRANSACTION_BYTES} bytes`)
  const reader = new Reader(bytes)
  const version = versionOf(reader, bytes[0] ?? 0)
  const [requiredSignatures, readonlySigned, readonlyUnsigned] = [reader.byte(), reader.byte(), reader.byte()]
  const keys = reader.list(() => reader.take(32))
  const recentBlockhash = reader.take(32)
  const indexes = () => reader.list(() => reader.byte())
  const instructions = reader.list(() => ({
    program: reader.byte(),
    accounts: indexes(),
    data: reader.take(reader.length()),
  }))
  const lookups =
    version === 0 ? reader.list(() => ({ table: reader.take(32), writable: indexes(), readonly: indexes() })) : []
  if (reader.left > 0) throw invalid('more bytes follow it')
  const header = { version, requiredSignatures, readonlySigned, readonlyUnsigned }
  const message: Message = { ...header, keys, recentBlockhash, instructions, lookups }
  checkMessage(message)
  return message
}

/** Parses a legacy or v0 transaction of at most 1232 bytes, signed or not. Throws invalid_transaction. */
export const parseTransaction = (bytes: Uint8Array): ParsedTransaction => {
  if (bytes.length > MAX_TRANSACTION_BYTES) throw invalid(`it has more than ${MAX_TRANSACTION_BYTES} bytes`)
  const reader = new Reader(bytes)
  const signatures = reader.list(() => reader.take(64))
  const messageBytes = reader.take(reader.left)
  const message = parseMessage(messageBytes)
  if (signatures.length !== message.requiredSignatures)
    throw invalid('its number of signatures differs from its header')
  return { signatures, message, messageBytes }
}

/** The index of a required signer's signature, or -1. */
export const signerIndex = ({ keys, requiredSignatures }: Message, key: Uint8Array): number =>
  keys.findIndex((each, index) => index < requiredSignatures && each.equals(key))

/** Whether the runtime allows writes to the static account at `index`. */
export const isWritable = (message: Message, index: number): boolean => {
  const { requiredSignatures, readonlySigned, readonlyUnsigned, keys } = message
  if (index < requiredSignatures) return index < requiredSignatures - readonlySigned
  return index < keys.length - readonlyUnsigned
}
