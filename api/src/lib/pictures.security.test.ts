import { randomBytes } from 'node:crypto'
import { Transformer } from '@napi-rs/image'
import { beforeAll, describe, expect, test } from 'vitest'
import { PictureRefusedError, toAvatar } from './pictures.ts'
import { jpegOf, losslessWebpOf, pngOf, webpOf } from './pictures.testing.ts'

const page = '<script>alert(1)</script>'
const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>alert(1)</script></svg>'

describe('rejects other file types, independent of the name', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['a page', Buffer.from(`<!doctype html>${page}`)],
    ['an SVG', Buffer.from(svg)],
    ['an SVG after its prologue', Buffer.from(`<?xml version="1.0"?>${svg}`)],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a HEIC behind the start of a JPEG', Buffer.from('\xff\xd8\xff\xe0ftypheic\0\0\0\0mif1heic', 'latin1')],
    ['a sound in RIFF', Buffer.from('RIFF\x24\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x44\xac\0\0\0\0\0\0', 'latin1')],
    ['text', Buffer.from('not a picture at all, but long enough to be read as a header of some kind')],
  ])('%s', async (_, file) => {
    await expect(toAvatar(file)).rejects.toThrow(/neither a PNG/)
  })

  test.each(['bmp', 'tiff', 'tga', 'pnm', 'ico', 'avif'] as const)('a good %s', async (format) => {
    await expect(toAvatar(await new Transformer(pngOf(20, 20))[format]())).rejects.toThrow(/neither a PNG/)
  })
})

describe('rejects decompression bombs by their header', () => {
  test('a PNG of 50000 × 50000', async () => {
    const start = process.memoryUsage().rss
    await expect(toAvatar(pngOf(50_000, 50_000, 1))).rejects.toThrow(/50000 × 50000 pixels exceed the limit/)
    expect(process.memoryUsage().rss - start).toBeLessThan(100_000_000)
  })

  test('a PNG that the decoder would accept', async () => {
    await expect(toAvatar(pngOf(5000, 5000))).rejects.toThrow(/exceed the limit/)
  })

  test('a JPEG', async () => {
    const jpeg = await jpegOf(20, 20)
    const frame = jpeg.findIndex((byte, index) => byte === 0xff && [0xc0, 0xc1, 0xc2].includes(jpeg[index + 1]!))
    jpeg.writeUInt16BE(9000, frame + 5)
    jpeg.writeUInt16BE(8000, frame + 7)
    await expect(toAvatar(jpeg)).rejects.toThrow(/8000 × 9000 pixels exceed the limit/)
  })

  test('WebPs', async () => {
    const lossy = await webpOf(20, 20)
    lossy.writeUInt16LE(16_000, lossy.indexOf('VP8 ') + 14)
    lossy.writeUInt16LE(16_001, lossy.indexOf('VP8 ') + 16)
    await expect(toAvatar(lossy)).rejects.toThrow(/16000 × 16001 pixels exceed the limit/)
    const lossless = await losslessWebpOf(20, 20)
    lossless.writeUInt32LE((16_382 << 14) | 16_382, lossless.indexOf('VP8L') + 9)
    await expect(toAvatar(lossless)).rejects.toThrow(/16383 × 16383 pixels exceed the limit/)
    const extended = Buffer.alloc(40)
    extended.write('RIFF\x20\0\0\0WEBPVP8X\x0a\0\0\0', 'latin1')
    extended.fill(0xff, 24, 30)
    await expect(toAvatar(extended)).rejects.toThrow(/16777216 × 16777216 pixels exceed the limit/)
  })

  test('a JPEG of thousands of scans', async () => {
    const jpeg = await jpegOf(20, 20)
    const scan = Buffer.from('ffda0008010100003f00', 'hex')
    const file = Buffer.concat([jpeg.subarray(0, -2), ...Array.from({ length: 5000 }, () => scan), jpeg.subarray(-2)])
    await expect(toAvatar(file)).rejects.toThrow(/more than 100 scans/)
  })
})

describe('re-encodes polyglots to a plain picture', () => {
  test('a picture with a page appended', async () => {
    for (const file of [pngOf(20, 20), await jpegOf(20, 20)])
      expect((await toAvatar(Buffer.concat([file, Buffer.from(page)]))).includes('script')).toBe(false)
  })

  test('a JPEG with a page in a comment', async () => {
    const jpeg = await jpegOf(20, 20)
    const comment = Buffer.from([0xff, 0xfe, 0, page.length + 2])
    const file = Buffer.concat([jpeg.subarray(0, 2), comment, Buffer.from(page), jpeg.subarray(2)])
    expect((await toAvatar(file)).includes('script')).toBe(false)
  })
})

/** The result for a damaged file: a picture or a refusal. Anything else fails the test. */
const outcomeOf = (file: Uint8Array): Promise<string> =>
  toAvatar(file).then(
    () => 'drawn',
    (error: unknown) => (error instanceof PictureRefusedError ? 'refused' : `broken: ${String(error)}`),
  )

describe('damage', () => {
  let files: Buffer[]
  beforeAll(async () => {
    files = [pngOf(60, 40), await jpegOf(60, 40), await webpOf(60, 40), await losslessWebpOf(60, 40)]
  })

  test('a truncated file is refused, or decoded as far as possible', async () => {
    for (const file of files) {
      for (let end = 0; end < 30; end += 1) expect(await outcomeOf(file.subarray(0, end))).toBe('refused')
      for (let end = 30; end < file.length; end += 5)
        expect(['drawn', 'refused']).toContain(await outcomeOf(file.subarray(0, end)))
    }
  })

  test('flipped bits never crash the process', async () => {
    for (let round = 0; round < 100; round += 1) {
      const damaged = files.map((file) => Buffer.from(file))
      for (const file of damaged) for (const index of randomBytes(4)) file[index % file.length] = randomBytes(1)[0]!
      for (const outcome of await Promise.all(damaged.map(outcomeOf))) expect(['drawn', 'refused']).toContain(outcome)
    }
  })
})
