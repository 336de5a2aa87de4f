import { keyOf } from './addresses.ts'

/**
 * https://docs.anza.xyz/proposals/off-chain-message-signing: designed so that no runtime accepts it as a transaction.
 */
const OFFCHAIN_PREAMBLE = Buffer.from('\xffsolana offchain', 'latin1')

/** As couldBeTransaction, for the 32 bytes of the key. */
export const couldNeedKey = (bytes: Uint8Array, key: Buffer): boolean => {
  if (OFFCHAIN_PREAMBLE.equals(bytes.subarray(0, OFFCHAIN_PREAMBLE.length))) return false
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes(key)
}

/**
 * Whether bytes could be a transaction, or the message of one, that needs this address's signature; a signature over
 * them would then move funds. Every format (legacy, v0 and future ones) lists its signers as raw 32-byte keys among the
 * signed bytes, while text names an address in base58 and does not contain the raw key. The key's presence therefore
 * decides, independent of parsing. An off-chain message, which also lists its signers, is recognized by its preamble.
 *
 * Throws invalid_address.
 */
export const couldBeTransaction = (bytes: Uint8Array, address: string): boolean =>
  couldNeedKey(bytes, Buffer.from(keyOf(address)))
