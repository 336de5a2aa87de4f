import { createHmac } from 'node:crypto'
import { CustodyError } from '../errors.ts'
import { publicPoint } from './secp256k1.ts'

// Written here on node:crypto: libraries multiply a point in JavaScript for every level, where only a normal child needs
// one, and keep secrets in bigints, which cannot be zeroed.

const SECRET_BYTES = 32
const HARDENED_OFFSET = 2 ** 31
/** The order of secp256k1's group (SEC 2, section 2.4.1). */
const ORDER = Buffer.from('fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141', 'hex')

/** The index of a hardened child (BIP-32 and SLIP-0010: 2^31 and up). */
export function hardened(index: number): number {
  return index + HARDENED_OFFSET
}

/**
 * The 32-byte ed25519 seed at a path of hardened indexes below a BIP-39 seed (SLIP-0010). The caller zeroes it. Throws
 * secret_invalid for an index that is not hardened: ed25519 has no other children.
 */
export function slip10Secret(seed: Uint8Array, path: readonly number[]): Buffer {
  return descend(hmacSha512('ed25519 seed', seed), path, (parent, index) => {
    if (index < HARDENED_OFFSET) throw new CustodyError('secret_invalid', 'ed25519 keys have hardened children only.')
    return hmacOfChild(parent, hardenedInput(parent, index))
  })
}

/**
 * The 32-byte secp256k1 secret at a path below a BIP-39 seed (BIP-32). The caller zeroes it. Throws secret_invalid where
 * a level gives no key, which BIP-32 expects of one in 2^127.
 */
export function bip32Secret(seed: Uint8Array, path: readonly number[]): Buffer {
  const root = hmacSha512('Bitcoin seed', seed)
  requireScalar(secretOf(root))
  return descend(root, path, (parent, index) => {
    const isHardened = index >= HARDENED_OFFSET
    const child = hmacOfChild(parent, isHardened ? hardenedInput(parent, index) : normalInput(parent, index))
    const tweak = secretOf(child)
    if (Buffer.compare(tweak, ORDER) >= 0) throw noKey()
    addModOrder(tweak, secretOf(parent))
    requireScalar(tweak)
    return child
  })
}

/** Follows a path from an extended key: 64 bytes, a secret and its chain code. Zeroes all that it passes. */
function descend(root: Buffer, path: readonly number[], childOf: (parent: Buffer, index: number) => Buffer): Buffer {
  let key = root
  try {
    for (const index of path) {
      const child = childOf(key, index)
      key.fill(0)
      key = child
    }
    const secret = Buffer.alloc(SECRET_BYTES)
    secretOf(key).copy(secret)
    return secret
  } finally {
    key.fill(0)
  }
}

/** A view on the secret of an extended key. */
function secretOf(key: Buffer): Buffer {
  return key.subarray(0, SECRET_BYTES)
}

function hmacSha512(key: string | Uint8Array, data: Uint8Array): Buffer {
  return createHmac('sha512', key).update(data).digest()
}

function hmacOfChild(parent: Buffer, input: Buffer): Buffer {
  try {
    return hmacSha512(parent.subarray(SECRET_BYTES), input)
  } finally {
    input.fill(0)
  }
}

/** 0 | secret | index, for a hardened child. */
function hardenedInput(parent: Buffer, index: number): Buffer {
  const input = Buffer.alloc(37)
  secretOf(parent).copy(input, 1)
  input.writeUInt32BE(index, 33)
  return input
}

/** Compressed public key | index, for a normal child on secp256k1. */
function normalInput(parent: Buffer, index: number): Buffer {
  const point = publicPoint(secretOf(parent), 'compressed')
  if (!point) throw noKey()
  const input = Buffer.alloc(37)
  input.set(point)
  input.writeUInt32BE(index, 33)
  return input
}

/** Adds a number below the order to another, in place, modulo the order. Both are 32 bytes, big-endian. */
function addModOrder(sum: Buffer, addend: Buffer): void {
  let carry = 0
  for (let at = SECRET_BYTES - 1; at >= 0; at--) {
    const digit = sum[at]! + addend[at]! + carry
    sum[at] = digit & 0xff
    carry = digit >> 8
  }
  if (!carry && Buffer.compare(sum, ORDER) < 0) return
  let borrow = 0
  for (let at = SECRET_BYTES - 1; at >= 0; at--) {
    const digit = sum[at]! - ORDER[at]! - borrow
    sum[at] = digit & 0xff
    borrow = digit < 0 ? 1 : 0
  }
}

function requireScalar(secret: Buffer): void {
  if (secret.every((byte) => byte === 0) || Buffer.compare(secret, ORDER) >= 0) throw noKey()
}

function noKey(): CustodyError {
  return new CustodyError('secret_invalid', 'This path gives no key on secp256k1.')
}
