import { ResizeFit, Transformer } from '@napi-rs/image'

/** Not a picture that is taken: another type, damaged, or too large to be decoded. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError'
}

/** Pixels of a picture before it is made small: 4096 × 4096, which takes some 350 MB to decode and shrink at worst. */
const MAX_PIXELS = 4096 * 4096

/** Progressive JPEGs in the field have about ten; each one costs a pass over all pixels. */
const MAX_SCANS = 100

/** The longer side of what is made, in pixels. */
const SIDE = 256
const QUALITY = 82

interface Size {
  width: number
  height: number
}

const has = (bytes: Buffer, text: string, at: number): boolean =>
  bytes.subarray(at, at + text.length).equals(Buffer.from(text, 'latin1'))

/** The first chunk is IHDR. https://www.w3.org/TR/png-3/#11IHDR */
const pngSize = (bytes: Buffer): Size | undefined =>
  has(bytes, 'IHDR', 12) && bytes.length >= 24
    ? { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
    : undefined

/** Start of frame: 0xC0 to 0xCF without DHT, JPG and DAC. ITU-T T.81, table B.1. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)

const countScans = (bytes: Buffer): number => {
  const marker = Buffer.from([0xff, 0xda])
  let count = 0
  for (let at = bytes.indexOf(marker); at >= 0 && count <= MAX_SCANS; at = bytes.indexOf(marker, at + 2)) count += 1
  return count
}

/** Walks the segments up to the frame header. */
const jpegSize = (bytes: Buffer): Size | undefined => {
  if (countScans(bytes) > MAX_SCANS) throw new PictureRefusedError(`A JPEG of more than ${MAX_SCANS} scans`)
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!
    if (isFrame(marker)) return { height: bytes.readUInt16BE(at + 5), width: bytes.readUInt16BE(at + 7) }
    // A marker may follow any number of fill bytes.
    at += marker === 0xff ? 1 : 2 + bytes.readUInt16BE(at + 2)
  }
  return undefined
}

/** RFC 9649, sections 2.5 to 2.7: the first chunk tells the size of the whole. */
const webpSize = (bytes: Buffer): Size | undefined => {
  if (bytes.length < 30) return undefined
  if (has(bytes, 'VP8X', 12)) return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 }
  if (has(bytes, 'VP8L', 12)) {
    const bits = bytes.readUInt32LE(21)
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
  }
  if (!has(bytes, 'VP8 ', 12)) return undefined
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff }
}

/** By what the bytes are, whatever the file was called. The decoder knows more types, which nobody's avatar needs. */
const sizeOf = (bytes: Buffer): Size => {
  const read = has(bytes, '\x89PNG\r\n\x1a\n', 0)
    ? pngSize
    : // A file of both starts would go to the operating system's HEIC decoder, where there is one.
      has(bytes, '\xff\xd8\xff', 0) && !has(bytes, 'ftyp', 4)
      ? jpegSize
      : has(bytes, 'RIFF', 0) && has(bytes, 'WEBP', 8)
        ? webpSize
        : undefined
  if (!read) throw new PictureRefusedError('Neither a PNG nor a JPEG nor a WebP')
  const size = read(bytes)
  if (!size) throw new PictureRefusedError('A picture without a size')
  return size
}

const encode = (bytes: Buffer, { width, height }: Size, turned: boolean): Promise<Buffer> => {
  const picture = new Transformer(bytes)
  if (turned) picture.rotate()
  if (Math.max(width, height) > SIDE) picture.fastResize({ width: SIDE, height: SIDE, fit: ResizeFit.Inside })
  return picture.webp(QUALITY)
}

/**
 * A PNG, JPEG or WebP as a WebP of at most 256 × 256 pixels: upright as its EXIF orientation asks, without any
 * metadata, the first frame where it is animated. The decoders are Rust, run off the main thread and hold themselves
 * to 512 MB beside the bound on pixels here. Throws PictureRefusedError.
 */
export const toAvatar = async (file: Uint8Array): Promise<Buffer> => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const size = sizeOf(bytes)
  if (size.width * size.height > MAX_PIXELS)
    throw new PictureRefusedError(`${size.width} × ${size.height} pixels are too many`)
  try {
    return await encode(bytes, size, true).catch((error: Error) => {
      // Some cameras write 0, which no orientation is; the picture is good all the same.
      if (error.message.startsWith('Invalid orientation')) return encode(bytes, size, false)
      throw error
    })
  } catch (error) {
    throw new PictureRefusedError('The picture cannot be decoded', { cause: error })
  }
}
