import { blake2b } from '@noble/hashes/blake2.js'
import { malformed } from './errors.ts'

/** 0x and 64 lower-case hex digits. */
export const isHash = (value: unknown): value is string => typeof value === 'string' && /^0x[0-9a-f]{64}$/.test(value)

export const toHex = (bytes: Uint8Array): string =>
  `0x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}`

/** The bytes of 0x and an even number of hex digits; undefined for anything else. */
export const fromHex = (value: unknown): Buffer | undefined => {
  if (typeof value !== 'string' || !value.startsWith('0x') || value.length % 2 === 1) return undefined
  const bytes = Buffer.from(value.slice(2), 'hex')
  // Buffer.from stops at the first character that is not hex.
  return bytes.length === value.length / 2 - 1 ? bytes : undefined
}

/** Parses bytes from a node. Throws VaraRpcError malformed; `what` names the request. */
export const readHex = (value: unknown, what: string): Buffer => {
  const bytes = fromHex(value)
  if (bytes) return bytes
  throw malformed(what)
}

/** Parses a hash from a node, in lower case. Throws VaraRpcError malformed; `what` names the request. */
export const readHash = (value: unknown, what: string): string => {
  const hash = typeof value === 'string' ? value.toLowerCase() : value
  if (isHash(hash)) return hash
  throw malformed(what)
}

/** Substrate's hash of blocks, extrinsics and long payloads: BLAKE2b of 32 bytes (RFC 7693). */
export const blake2b256 = (bytes: Uint8Array): Uint8Array => blake2b(bytes, { dkLen: 32 })

/** The hash of an extrinsic on the chain, 0x and 64 hex digits, known before it is sent and to be recorded before. */
export const extrinsicHash = (extrinsic: Uint8Array): string => toHex(blake2b256(extrinsic))
