/** The file is not a supported picture: another type, damaged, or too large to decode. */
export class PictureRefusedError extends Error {
  override readonly name = 'PictureRefusedError'
}

/** Maximum pixels of a source picture: 4096 × 4096, which takes about 350 MB to decode and shrink in the worst case. */
const MAX_PIXELS = 4096 * 4096

/** Progressive JPEGs normally have about ten scans; each one costs a pass over all pixels. */
const MAX_SCANS = 100

/** The longer side of the results, in pixels. */
const AVATAR_SIDE = 256
const CONTENT_SIDE = 1024
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

/** RFC 9649, sections 2.5 to 2.7: the first chunk gives the size of the canvas. */
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

/** Detects the type by content, not by name. The decoder supports more types, which avatars do not need. */
const sizeOf = (bytes: Buffer): Size => {
  const read = has(bytes, '\x89PNG\r\n\x1a\n', 0)
    ? pngSize
    : // The decoder would pass a file of both types to the operating system's HEIC decoder.
      has(bytes, '\xff\xd8\xff', 0) && !has(bytes, 'ftyp', 4)
      ? jpegSize
      : has(bytes, 'RIFF', 0) && has(bytes, 'WEBP', 8)
        ? webpSize
        : undefined
  if (!read) throw new PictureRefusedError('The file is neither a PNG nor a JPEG nor a WebP')
  const size = read(bytes)
  if (!size) throw new PictureRefusedError('The picture has no size')
  return size
}

const encode = async (bytes: Buffer, { width, height }: Size, side: number, turned: boolean): Promise<Buffer> => {
  // Loaded with the first picture.
  const { ResizeFit, Transformer } = await import('@napi-rs/image')
  const picture = new Transformer(bytes)
  if (turned) picture.rotate()
  if (Math.max(width, height) > side) picture.fastResize({ width: side, height: side, fit: ResizeFit.Inside })
  return picture.webp(QUALITY)
}

/**
 * Converts a PNG, JPEG or WebP to a WebP whose longer side has at most `side` pixels: rotated by its EXIF orientation, without
 * metadata, only the first frame of an animation. The decoders are written in Rust, run off the main thread and limit
 * themselves to 512 MB, beside the pixel limit here. Throws PictureRefusedError.
 */
const toWebp = async (file: Uint8Array, side: number): Promise<Buffer> => {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  const size = sizeOf(bytes)
  if (size.width * size.height > MAX_PIXELS)
    throw new PictureRefusedError(`${size.width} × ${size.height} pixels exceed the limit`)
  try {
    return await encode(bytes, size, side, true).catch((error: Error) => {
      // Some cameras write the invalid orientation 0; the picture is usable nevertheless.
      if (error.message.startsWith('Invalid orientation')) return encode(bytes, size, side, false)
      throw error
    })
  } catch (error) {
    throw new PictureRefusedError('The picture cannot be decoded', { cause: error })
  }
}

/** A user's picture: at most 256 × 256 pixels. Throws PictureRefusedError. */
export const toAvatar = (file: Uint8Array): Promise<Buffer> => toWebp(file, AVATAR_SIDE)

/** A picture of a dapp or a game: at most 1024 × 1024 pixels. Throws PictureRefusedError. */
export const toContentPicture = (file: Uint8Array): Promise<Buffer> => toWebp(file, CONTENT_SIDE)
