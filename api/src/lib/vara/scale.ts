/** Bytes that end early, or are not encoded as shortly as they have to be. */
export class ScaleError extends Error {
  override readonly name = 'ScaleError'
}

/**
 * Reads SCALE values one after another; every one throws ScaleError where the bytes end before it does.
 * https://docs.substrate.io/reference/scale-codec/
 */
export const scaleReader = (bytes: Uint8Array) => {
  let at = 0
  const take = (length: number): Uint8Array => {
    if (length > bytes.length - at) throw new ScaleError('The bytes end too early')
    at += length
    return bytes.subarray(at - length, at)
  }
  /** Little-endian, unsigned. */
  const uint = (length: number): bigint => {
    const read = Buffer.from(bytes.buffer, bytes.byteOffset + at, take(length).length)
    if (length <= 6) return BigInt(length === 0 ? 0 : read.readUIntLE(0, length))
    if (length === 8) return read.readBigUInt64LE()
    return read.reduceRight((sum, byte) => sum * 256n + BigInt(byte), 0n)
  }

  /** A number has one encoding only: the shortest of its four. */
  const compact = (): bigint => {
    const first = take(1)[0]!
    const mode = first & 3
    if (mode === 0) return BigInt(first >> 2)
    at -= 1
    const long = mode === 3
    if (long) at += 1
    const length = long ? (first >> 2) + 4 : mode * 2
    const value = long ? uint(length) : uint(length) >> 2n
    const least = long ? 1n << BigInt(Math.max((length - 1) * 8, 30)) : mode === 1 ? 1n << 6n : 1n << 14n
    if (value < least) throw new ScaleError('A compact number could be shorter')
    return value
  }

  return {
    take,
    uint,
    compact,
    byte: (): number => take(1)[0]!,
    /** Bytes after their count. */
    bytes: (): Uint8Array => take(Number(compact())),
    left: (): number => bytes.length - at,
  }
}

/** A u32. Four bytes hold 30 bits; above them come a byte that says so, and all four. */
export const compactOf = (value: number): Uint8Array => {
  if (value >= 2 ** 30) {
    const bytes = Buffer.alloc(5, 3)
    bytes.writeUInt32LE(value, 1)
    return bytes
  }
  const bytes = Buffer.alloc(value < 64 ? 1 : value < 16_384 ? 2 : 4)
  bytes.writeUIntLE(value * 4 + (bytes.length >> 1), 0, bytes.length)
  return bytes
}
