import { ss58Form } from '@openauth/client'
import { createHash } from 'node:crypto'
import { base58 } from '@scure/base'
import { VaraError } from './errors.ts'
import { fromHex, toHex } from './hex.ts'
import { VARA_SS58_PREFIX } from './network.ts'

const ID_BYTES = 32
const CHECKSUM_BYTES = 2
/** https://github.com/paritytech/ss58-registry */
const GENERIC_SS58_PREFIX = 42

const checksumOf = (body: Uint8Array): Buffer =>
  createHash('blake2b512').update('SS58PRE').update(body).digest().subarray(0, CHECKSUM_BYTES)

/**
 * One byte below 64; larger prefixes are spread over two bytes. https://docs.substrate.io/reference/address-formats/
 */
const prefixBytes = (prefix: number): Buffer =>
  prefix < 64
    ? Buffer.from([prefix])
    : Buffer.from([((prefix & 0xfc) >> 2) | 0x40, (prefix >> 8) | ((prefix & 0x03) << 6)])

const prefixOf = (first: number, second: number): number =>
  first < 64 ? first : ((first << 2) & 0xfc) | (second >> 6) | ((second & 0x3f) << 8)

const encode = (id: Uint8Array, prefix: number): string => {
  const body = Buffer.concat([prefixBytes(prefix), id])
  return base58.encode(Buffer.concat([body, checksumOf(body)]))
}

const decode = (text: string): Uint8Array | undefined => {
  // Checked before decoding, which takes quadratic time.
  if (!ss58Form.test(text)) return undefined
  const bytes = base58.decode(text)
  const id = bytes.subarray(bytes.length - ID_BYTES - CHECKSUM_BYTES, -CHECKSUM_BYTES)
  // Encoding again verifies the length, the form of the prefix and the checksum at once.
  return encode(id, prefixOf(bytes[0]!, bytes[1]!)) === text ? id : undefined
}

/** The id of the account that an SS58 address names, 0x and 64 lower-case hex digits; undefined for anything else. */
export const accountIdOf = (text: string): string | undefined => {
  const id = decode(text)
  return id && toHex(id)
}

/**
 * The id, 0x and 64 lower-case hex digits, of the account that an SS58 address names. All prefixes are accepted,
 * because the account is the same. Throws VaraError invalid_address.
 */
export const readVaraAddress = (text: string): string => {
  const id = accountIdOf(text)
  if (id) return id
  throw new VaraError(
    'invalid_address',
    'The address is not an SS58 address of a 32-byte account, or its checksum is wrong; copy the whole address again',
  )
}

/** The same account's address with Vara's prefix 137. Throws VaraError invalid_address. */
export const varaAddressOf = (text: string): string => addressOfId(readVaraAddress(text))

/** The address, with the prefix 137, of an account's id in hex. */
export const addressOfId = (id: string): string => encode(fromHex(id)!, VARA_SS58_PREFIX)

/** The same account's address with the generic prefix 42, as wallets store it; undefined for anything else. */
export const genericAddressOf = (text: string): string | undefined => {
  const id = decode(text)
  return id && encode(id, GENERIC_SS58_PREFIX)
}
