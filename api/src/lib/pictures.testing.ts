import { Transformer } from '@napi-rs/image'
import { crc32, deflateSync } from 'node:zlib'

const chunk = (type: string, data: Buffer): Buffer => {
  const bytes = Buffer.alloc(12 + data.length)
  bytes.writeUInt32BE(data.length)
  bytes.write(type, 4, 'latin1')
  data.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + data.length)), 8 + data.length)
  return bytes
}

/** A black PNG of 8-bit grey with the given size in its header and `rows` actual rows. */
export const pngOf = (width: number, height: number, rows = height): Buffer => {
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 0])
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  const pixels = deflateSync(Buffer.alloc((width + 1) * rows))
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  const text = chunk('tEXt', Buffer.from('Comment\0where it was taken'))
  return Buffer.concat([signature, chunk('IHDR', header), text, chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

/** Left half red, right half blue. */
const halves = (width: number, height: number): Transformer => {
  const pixels = Buffer.alloc(width * height * 4)
  for (let index = 0; index < width * height; index += 1)
    pixels.writeUInt32BE(index % width < width / 2 ? 0xff0000ff : 0x0000ffff, index * 4)
  return Transformer.fromRgbaPixels(pixels, width, height)
}

export const jpegOf = (width: number, height: number): Promise<Buffer> => halves(width, height).jpeg(90)
export const webpOf = (width: number, height: number): Promise<Buffer> => halves(width, height).webp(90)
export const losslessWebpOf = (width: number, height: number): Promise<Buffer> => halves(width, height).webpLossless()

/** A JPEG with an EXIF segment that has an orientation and a camera name. */
export const withOrientation = (jpeg: Buffer, orientation: number): Buffer => {
  const exif = Buffer.from('4578696600004d4d002a0000000800010112000300000001000000000000000043616d657261', 'hex')
  exif.writeUInt16BE(orientation, 24)
  const head = Buffer.from([0xff, 0xe1, 0, exif.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), head, exif, jpeg.subarray(2)])
}
