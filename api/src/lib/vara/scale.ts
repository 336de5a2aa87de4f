/** Bytes that end too early, or are not in their shortest encoding. */
export class ScaleError extends Error {
  override readonly name = 'ScaleError'
}

/**
 * Reads SCALE values in sequence; each read throws ScaleError if the bytes end too early.
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

  /** A number has one valid encoding: the shortest of four. */
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
    if (value < least) throw new ScaleError('A compact number is not in its shortest form')
    return value
  }

  return {
    take,
    uint,
    compact,
    byte: (): number => take(1)[0]!,
    /** Bytes after their length. */
    bytes: (): Uint8Array => take(Number(compact())),
    left: (): number => bytes.length - at,
  }
}

/** Encodes a u32. Four bytes hold 30 bits; larger numbers take a marker byte and all four. */
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
