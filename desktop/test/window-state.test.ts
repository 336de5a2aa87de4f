import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { keepWindowState, type KeptWindow, placeOf, readWindowState } from '../src/main/window-state.ts'

const screens = [
  { x: 0, y: 0, width: 1440, height: 900 },
  { x: 1440, y: -200, width: 1920, height: 1080 },
]
const at = (x: number, y: number, width = 1000, height = 700) => ({
  bounds: { x, y, width, height },
  isMaximized: false,
})

let folder: string
let file: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'openauth-window-'))
  file = join(folder, 'window.json')
})
afterAll(() => rm(folder, { recursive: true }))

test('the first start has no place', () => expect(placeOf(undefined, screens)).toEqual({}))

test.each([
  ['the first screen', at(100, 50)],
  ['a screen above and beside it', at(1600, -150)],
  ['partly beyond the edge', at(-700, 300)],
])('a place on %s is used again', (_, state) => expect(placeOf(state, screens)).toEqual(state.bounds))

test.each([
  ['of a screen that is gone', at(4000, 100)],
  ['beyond the edge but for a strip', at(-950, 100)],
  ['whose top is above every screen', at(100, -300)],
])('a place %s falls back to the size alone', (_, state) =>
  expect(placeOf(state, screens)).toEqual({ width: 1000, height: 700 }),
)

test('a size that the screen has no room for is cut', () =>
  expect(placeOf(at(9000, 0, 3000, 2000), screens)).toEqual({ width: 1440, height: 900 }))

test('size, place and whether it is maximised survive the end of the window', () => {
  const listeners: (() => void)[] = []
  const { bounds } = at(10, 20)
  const window: KeptWindow = {
    getNormalBounds: () => bounds,
    isMaximized: () => true,
    on: (_, listener) => listeners.push(listener),
  }
  keepWindowState(window, file)
  for (const listener of listeners) listener()
  expect(readWindowState(file)).toEqual({ bounds, isMaximized: true })
})

test.each(['', 'not json', '[]', '{"bounds":{"x":0,"y":0,"width":1,"height":1},"isMaximized":false}'])(
  'a damaged file (%j) is treated as absent',
  async (content) => {
    await writeFile(file, content)
    expect(readWindowState(file)).toBeUndefined()
  },
)
