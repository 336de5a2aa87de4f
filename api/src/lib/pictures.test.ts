import { Transformer } from '@napi-rs/image'
import { expect, test } from 'vitest'
import { toAvatar } from './pictures.ts'
import { jpegOf, losslessWebpOf, pngOf, webpOf, withOrientation } from './pictures.testing.ts'

const sizeOf = async (webp: Buffer): Promise<[string, number, number]> => {
  const { format, width, height } = await new Transformer(webp).metadata()
  return [format, width, height]
}

/** Red, green and blue of a pixel, each 0 to 255. */
const pixel = async (webp: Buffer, x: number, y: number): Promise<number[]> => {
  const { width } = await new Transformer(webp).metadata()
  const pixels = await new Transformer(webp).rawPixels()
  const offset = (y * width + x) * 3
  return [...pixels.subarray(offset, offset + 3)]
}

test.each([
  ['a PNG', async () => pngOf(600, 400), 256, 171],
  ['a JPEG', () => jpegOf(600, 400), 256, 171],
  ['a WebP', () => webpOf(400, 600), 171, 256],
  ['a lossless WebP', () => losslessWebpOf(512, 512), 256, 256],
  ['a small one, which is not enlarged', () => jpegOf(40, 30), 40, 30],
  ['a line', async () => pngOf(4000, 1), 256, 1],
] as const)('%s', async (_, file, width, height) => {
  expect(await sizeOf(await toAvatar(await file()))).toEqual(['webp', width, height])
})

test('rotates a picture by its EXIF orientation', async () => {
  const jpeg = await jpegOf(600, 400)
  const [asIs, turned] = [await toAvatar(jpeg), await toAvatar(withOrientation(jpeg, 6))]
  expect(await sizeOf(turned)).toEqual(['webp', 171, 256])
  // Red was on the left; a quarter turn clockwise moves it to the top.
  for (const [webp, x, y] of [
    [asIs, 10, 100],
    [turned, 100, 10],
  ] as const)
    expect((await pixel(webp, x, y))[0]).toBeGreaterThan(200)
  expect((await pixel(turned, 100, 240))[2]).toBeGreaterThan(200)
})

test.each([0, 9, 65_535])('ignores the invalid orientation %i', async (orientation) => {
  expect(await sizeOf(await toAvatar(withOrientation(await jpegOf(60, 40), orientation)))).toEqual(['webp', 60, 40])
})

test('metadata goes', async () => {
  const jpeg = withOrientation(await jpegOf(300, 200), 1)
  expect(jpeg.includes('Camera')).toBe(true)
  expect((await toAvatar(jpeg)).includes('Camera')).toBe(false)
  expect((await toAvatar(pngOf(300, 200))).includes('where it was taken')).toBe(false)
})

test('the same file gives the same bytes', async () => {
  const jpeg = await jpegOf(600, 400)
  expect(await toAvatar(jpeg)).toEqual(await toAvatar(jpeg))
})
