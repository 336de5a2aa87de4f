import { describe, expect, test } from 'vitest'
import { BrokenFrameError, encodeFrame, frameReader, MAX_FRAME } from './frames.ts'

/** The messages that a reader emits for bytes, passed in pieces of this size. */
const read = (bytes: Uint8Array, piece = bytes.length): unknown[] => {
  const messages: unknown[] = []
  const take = frameReader((message) => messages.push(message))
  for (let offset = 0; offset < bytes.length; offset += piece) take(Buffer.from(bytes.subarray(offset, offset + piece)))
  return messages
}
const headerOf = (text: string, blobs = Buffer.alloc(0)) => {
  const header = Buffer.from(text)
  const lengths = Buffer.alloc(8)
  lengths.writeUInt32BE(4 + header.length + blobs.length, 0)
  lengths.writeUInt32BE(header.length, 4)
  return Buffer.concat([lengths, header, blobs])
}

test('transfers bytes, bigints and several frames, however they are split', () => {
  const first = { id: 1, args: [{ key: Buffer.from('secret'), amount: 2n ** 200n, none: null }, new Uint8Array(0)] }
  const second = { id: 2, args: [] }
  const bytes = Buffer.concat([encodeFrame(first), encodeFrame(second)])
  for (const piece of [1, 3, 7, 100, bytes.length])
    expect(read(bytes, piece)).toEqual([{ ...first, args: [first.args[0], Buffer.alloc(0)] }, second])
})

test('zeroes its input, and returns buffers with memory of their own', () => {
  const chunk = encodeFrame({ key: Buffer.from('a data key') })
  const [message] = (() => {
    const messages: { key: Buffer }[] = []
    frameReader((one) => messages.push(one as { key: Buffer }))(chunk)
    return messages
  })()
  expect(chunk.every((byte) => byte === 0)).toBe(true)
  expect(message!.key.toString()).toBe('a data key')
  expect(message!.key.buffer.byteLength).toBe(10)
})

test('does not send a message larger than the frame limit', () => {
  expect(() => encodeFrame({ blob: Buffer.alloc(MAX_FRAME) })).toThrow(
    expect.objectContaining({ code: 'request_refused' }),
  )
})

describe('broken', () => {
  const huge = Buffer.alloc(8)
  huge.writeUInt32BE(0xffff_ffff, 0)
  const broken: [string, Buffer][] = [
    ['an oversized frame, before memory is allocated', huge],
    ['HTTP', Buffer.from('GET / HTTP/1.1\r\nHost: localhost\r\n\r\n')],
    ['a frame without room for a header', Buffer.from([0, 0, 0, 1, 0])],
    ['a header longer than its frame', Buffer.from([0, 0, 0, 4, 0, 0, 1, 0])],
    ['a header that is not JSON', headerOf('{"message":')],
    ['a header that is null', headerOf('null')],
    ['no sizes', headerOf('{"message":{}}')],
    ['a negative size', headerOf('{"message":{},"sizes":[-1]}')],
    ['a size of another type', headerOf('{"message":{},"sizes":["1"]}')],
    ['blobs shorter than announced', headerOf('{"message":{},"sizes":[9]}', Buffer.alloc(8))],
    ['blobs longer than announced', headerOf('{"message":{},"sizes":[7]}', Buffer.alloc(8))],
    [
      'a header nested deeper than the stack',
      headerOf(`{"sizes":[],"message":${'['.repeat(60_000)}${']'.repeat(60_000)}}`),
    ],
    ['sizes beyond all memory', headerOf('{"message":{},"sizes":[9007199254740991,9007199254740991]}')],
  ]
  test.each(broken)('%s', (_, bytes) => {
    expect(() => read(bytes)).toThrow(BrokenFrameError)
  })

  test('a missing blob and a malformed bigint are undefined', () => {
    expect(read(headerOf('{"message":[{"$bytes":5},{"$bigint":"1e9"},{"$bigint":"0x1"}],"sizes":[]}'))).toEqual([
      [undefined, undefined, undefined],
    ])
  })
})

test('several blobs keep their order and their places', () => {
  const message = { one: Buffer.from('first'), rest: [Buffer.from('the second'), Buffer.from('3rd')] }
  expect(read(encodeFrame(message))).toEqual([message])
})

test('a message of the limit passes, and one of a byte more does not', () => {
  const around = encodeFrame({ blob: Buffer.alloc(100_000) }).length - 100_000
  const largest = Buffer.alloc(MAX_FRAME - around, 7)
  expect(read(encodeFrame({ blob: largest }))).toEqual([{ blob: largest }])
  expect(() => encodeFrame({ blob: Buffer.alloc(largest.length + 1) })).toThrow(
    expect.objectContaining({ code: 'request_refused' }),
  )
})

describe.each<[string, (inner: unknown) => unknown]>([
  ['lists', (inner) => [inner]],
  ['objects', (inner) => ({ inner })],
])('nested %s', (_, wrap) => {
  const nested = (depth: number) => Array.from({ length: depth }).reduce<unknown>((inner) => wrap(inner), 'x')
  test('are read sixteen deep, and no deeper', () => {
    expect(read(encodeFrame(nested(16)))).toEqual([nested(16)])
    expect(() => read(encodeFrame(nested(17)))).toThrow(BrokenFrameError)
  })
})
