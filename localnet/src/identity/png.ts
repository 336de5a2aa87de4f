import { crc32, deflateSync } from 'node:zlib'

const SIZE = 96
const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex')

/** Width, height, 8 bits per channel, RGB, no interlace: https://www.w3.org/TR/png-3/#11IHDR */
const header = (): Buffer => {
  const data = Buffer.alloc(13)
  data.writeUInt32BE(SIZE, 0)
  data.writeUInt32BE(SIZE, 4)
  data.set([8, 2, 0, 0, 0], 8)
  return data
}

const chunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const framed = Buffer.alloc(body.length + 8)
  framed.writeUInt32BE(data.length, 0)
  body.copy(framed, 4)
  framed.writeUInt32BE(crc32(body), body.length + 4)
  return framed
}

/** A square in the colour #rrggbb with a light disc in it. */
const pixels = (colour: string): Buffer => {
  const [red, green, blue] = Buffer.from(colour.slice(1), 'hex')
  const rows = Buffer.alloc(SIZE * (SIZE * 3 + 1))
  for (let y = 0; y < SIZE; y += 1)
    for (let x = 0; x < SIZE; x += 1) {
      const inside = Math.hypot(x - SIZE / 2, y - SIZE / 2) < SIZE / 4
      rows.set(inside ? [255, 255, 255] : [red ?? 0, green ?? 0, blue ?? 0], y * (SIZE * 3 + 1) + 1 + x * 3)
    }
  return rows
}

const draw = (colour: string): Buffer =>
  Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header()),
    chunk('IDAT', deflateSync(pixels(colour))),
    chunk('IEND', Buffer.alloc(0)),
  ])

const drawn = new Map<string, Buffer>()

/** A PNG of 96 × 96 pixels, drawn once for each colour. */
export const picture = (colour: string): Buffer => {
  const known = drawn.get(colour) ?? draw(colour)
  drawn.set(colour, known)
  return known
}
