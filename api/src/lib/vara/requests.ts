import { VaraError } from './errors.ts'
import { fromHex, isHash } from './hex.ts'

const MAX_U128 = 2n ** 128n - 1n
const MAX_PAYLOAD_BYTES = 64 * 1024
const ZERO_ID = /^0x0{64}$/

/** Throws VaraError invalid_amount if it is not a u128. */
export const checkAmount = (amount: bigint): bigint => {
  if (amount >= 0n && amount <= MAX_U128) return amount
  throw new VaraError('invalid_amount', 'The amount must be a whole number of planck from 0 to 2^128 - 1')
}

/** A decimal number of planck, 0 to 2^128 - 1. Throws VaraError invalid_amount. */
export const parseVaraAmount = (text: string): bigint => {
  if (/^(0|[1-9]\d{0,38})$/.test(text)) return checkAmount(BigInt(text))
  throw new VaraError(
    'invalid_amount',
    'The amount must be a whole number of planck, at least 0 and less than 2^128, in decimal digits',
  )
}

/** A program's or message's id in lower case; `what` names it in the error. Throws VaraError invalid_id. */
export const readVaraId = (text: string, what: 'destination' | 'message'): string => {
  const id = text.toLowerCase()
  if (isHash(id) && !ZERO_ID.test(id)) return id
  throw new VaraError('invalid_id', `The ${what}'s id must be 0x and 64 hex digits that are not all 0`)
}

const invalid = (why: string): VaraError => new VaraError('invalid_payload', `The payload ${why}`)

/** Throws VaraError invalid_payload above 64 KiB. */
export const checkPayload = (payload: Uint8Array): Uint8Array => {
  if (payload.length <= MAX_PAYLOAD_BYTES) return payload
  throw invalid(`has ${payload.length} bytes; the limit is ${MAX_PAYLOAD_BYTES}`)
}

/**
 * The payload of a message: the bytes of 0x and hex digits, or of any other text in UTF-8. At most 64 KiB. Throws
 * VaraError invalid_payload.
 */
export const readVaraPayload = (text: string): Uint8Array => {
  if (text.length > 2 + 2 * MAX_PAYLOAD_BYTES) throw invalid(`is too long; the limit is ${MAX_PAYLOAD_BYTES} bytes`)
  if (text.startsWith('0x')) {
    const bytes = fromHex(text)
    if (!bytes) throw invalid('starts with 0x but does not have an even number of hex digits')
    return checkPayload(bytes)
  }
  if (!text.isWellFormed()) throw invalid('contains half a character; send bytes as 0x and hex digits')
  return checkPayload(Buffer.from(text, 'utf8'))
}
