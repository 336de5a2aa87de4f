import { CustodyError } from '../errors.ts'

/** The maximum message size in bytes; nodes refuse transactions of half of it. */
export const MAX_FRAME = 256 * 1024

const LENGTHS = 8
/** Maximum nesting depth. No call takes deeper arguments, and deeper input could overflow the stack. */
const DEEPEST = 16

/** A malformed frame, after which its connection is unusable. */
export class BrokenFrameError extends Error {
  override readonly name = 'BrokenFrameError'
}

/** JSON has neither bytes nor bigints. Bytes follow the header unchanged and are never put into a string. */
const outgoing = (value: unknown, blobs: Uint8Array[]): unknown => {
  if (value instanceof Uint8Array) return { $bytes: blobs.push(value) - 1 }
  if (typeof value === 'bigint') return { $bigint: value.toString() }
  if (Array.isArray(value)) return value.map((item) => outgoing(item, blobs))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, outgoing(item, blobs)]))
}

const incoming = (value: unknown, blobs: Buffer[], depth = 0): unknown => {
  if (depth > DEEPEST) throw new BrokenFrameError('it is nested too deep')
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((item) => incoming(item, blobs, depth + 1))
  const { $bytes, $bigint } = value as { $bytes?: unknown; $bigint?: unknown }
  if (typeof $bytes === 'number') return blobs[$bytes]
  if (typeof $bigint === 'string') return /^-?\d{1,80}$/.test($bigint) ? BigInt($bigint) : undefined
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, incoming(item, blobs, depth + 1)]))
}

/**
 * Encodes a message: length of everything after the first four bytes and length of the header, both 32-bit big-endian,
 * the header as JSON `{message, sizes}`, then the blobs. May hold secrets: zero it once it is written. Throws
 * request_refused if it is larger than MAX_FRAME.
 */
export const encodeFrame = (message: unknown): Buffer => {
  const blobs: Uint8Array[] = []
  const body = outgoing(message, blobs)
  const header = Buffer.from(JSON.stringify({ message: body, sizes: blobs.map(({ length }) => length) }))
  const size = LENGTHS + header.length + blobs.reduce((sum, { length }) => sum + length, 0)
  if (size > MAX_FRAME)
    throw new CustodyError('request_refused', `A message of ${size} bytes is too large for the signer.`)
  const frame = Buffer.alloc(size)
  frame.writeUInt32BE(size - 4, 0)
  frame.writeUInt32BE(header.length, 4)
  header.copy(frame, LENGTHS)
  let at = LENGTHS + header.length
  for (const blob of blobs) {
    frame.set(blob, at)
    at += blob.length
  }
  return frame
}

const isSize = (size: unknown): size is number => Number.isInteger(size) && (size as number) >= 0

/** Separate memory for each blob, so that the receiver of a key can zero it. */
const blobsOf = (frame: Buffer, start: number, sizes: number[]): Buffer[] => {
  let at = start
  const blobs = sizes.map((size) => {
    const blob = Buffer.alloc(size)
    frame.copy(blob, 0, at, (at += size))
    return blob
  })
  if (at === frame.length) return blobs
  throw new BrokenFrameError('its blobs differ from their announced length')
}

const decodeFrame = (frame: Buffer): unknown => {
  const headerEnd = LENGTHS + frame.readUInt32BE(4)
  if (headerEnd > frame.length) throw new BrokenFrameError('its header is longer than itself')
  let header: { message?: unknown; sizes?: unknown } | null
  try {
    header = JSON.parse(frame.toString('utf8', LENGTHS, headerEnd)) as typeof header
  } catch {
    throw new BrokenFrameError('its header is not JSON')
  }
  const { message, sizes } = header ?? {}
  if (!Array.isArray(sizes) || !sizes.every(isSize)) throw new BrokenFrameError('it has no sizes')
  if (sizes.reduce((sum, size) => sum + size, headerEnd) !== frame.length)
    throw new BrokenFrameError('its blobs differ from their announced length')
  return incoming(message, blobsOf(frame, headerEnd, sizes))
}

/**
 * Assembles messages from a stream's chunks, which it zeroes. `onMessage` is called in order. Throws BrokenFrameError,
 * after which it accepts no more input.
 */
export const frameReader = (onMessage: (message: unknown) => void): ((chunk: Buffer) => void) => {
  const lengthBytes = Buffer.alloc(4)
  let frame: Buffer | undefined
  let filled = 0

  const take = (chunk: Buffer, at: number, target: Buffer): number => {
    const taken = chunk.copy(target, filled, at, Math.min(chunk.length, at + target.length - filled))
    filled += taken
    return at + taken
  }
  const begin = (): void => {
    const size = 4 + lengthBytes.readUInt32BE(0)
    if (size > MAX_FRAME || size < LENGTHS) throw new BrokenFrameError(`it says that it has ${size} bytes`)
    frame = Buffer.alloc(size)
    lengthBytes.copy(frame)
  }
  const end = (whole: Buffer): void => {
    frame = undefined
    filled = 0
    try {
      onMessage(decodeFrame(whole))
    } finally {
      whole.fill(0)
    }
  }

  return (chunk) => {
    for (let at = 0; at < chunk.length;) {
      at = take(chunk, at, frame ?? lengthBytes)
      if (!frame && filled === 4) begin()
      if (frame && filled === frame.length) end(frame)
    }
    chunk.fill(0)
  }
}
