import { describe, expect, test } from 'vitest'
import { createBridgeHarness, flushPromises } from './bridge-harness.ts'

const request = (more: object) => ({ target: 'iframe-wallet-adapter', id: 'x', type: 'install', ...more })

describe('iframe bridge abuse: senders', () => {
  test.each<[string, (frame: unknown) => { source?: unknown; origin?: string }]>([
    ['another window, such as an opener or a second frame', () => ({ source: { name: 'another' } })],
    ['no window', () => ({ source: null })],
    ['a frame inside the frame', (frame) => ({ source: { parent: frame } })],
    ['another origin in the frame', () => ({ origin: 'https://evil.example' })],
    ['an origin that begins like it', () => ({ origin: 'https://dapp.example.evil.example' })],
    ['its subdomain', () => ({ origin: 'https://sub.dapp.example' })],
    ['its origin without TLS', () => ({ origin: 'http://dapp.example' })],
    ['its origin on another port', () => ({ origin: 'https://dapp.example:8443' })],
    ['its origin in capitals', () => ({ origin: 'https://DAPP.example' })],
    ['the "null" origin of a sandboxed frame', () => ({ origin: 'null' })],
    ['no origin', () => ({ origin: '' })],
  ])('%s is ignored', async (_, from) => {
    const { frame, receive, posted, called, prompt } = createBridgeHarness({ isAllowed: async () => true })
    for (const type of ['install', 'connect', 'signMessage']) receive(request({ type, id: type }), from(frame))
    await flushPromises()
    expect([posted, called, prompt()]).toEqual([[], [], undefined])
  })

  test('a bridge for the "null" origin ignores all messages', async () => {
    const { receive, posted } = createBridgeHarness({}, 'null')
    receive(request({}), { origin: 'null' })
    await flushPromises()
    expect(posted).toEqual([])
  })
})

describe('iframe bridge abuse: messages', () => {
  const inherited = Object.create(request({})) as object
  const withGetter = Object.defineProperty({ id: 'x', type: 'install' }, 'target', {
    get: () => 'iframe-wallet-adapter',
  })
  test.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['text', JSON.stringify(request({}))],
    ['a list', [request({})]],
    ['another target', request({ target: 'iframe-wallet-adapter ' })],
    ['a target in a list', request({ target: ['iframe-wallet-adapter'] })],
    ['a target of ten million characters', request({ target: 'iframe-wallet-adapter'.repeat(500_000) })],
    ['a target that is inherited', inherited],
    ['a target behind a getter', withGetter],
    ['no id', { target: 'iframe-wallet-adapter', type: 'install' }],
    ['an empty id', request({ id: '' })],
    ['an id of 129 characters', request({ id: 'x'.repeat(129) })],
    ['an id of ten million characters', request({ id: 'x'.repeat(10_000_000) })],
    ['an id that is an object', request({ id: { toString: () => 'x' } })],
    ['an id that is no number', request({ id: Number.NaN })],
    ['an id without end', request({ id: Number.POSITIVE_INFINITY })],
    ['a BigInt for an id', request({ id: 1n })],
    ['no type, as an answer has none', request({ type: undefined })],
    ['a type that is an object', request({ type: { toString: () => 'connect' } })],
    ['a type of ten million characters', request({ type: 'install'.repeat(1_500_000) })],
  ])('%s is ignored', async (_, data) => {
    const { receive, posted, called } = createBridgeHarness()
    receive(data)
    await flushPromises()
    expect([posted, called]).toEqual([[], []])
  })

  test.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty'])(
    'prototype pollution: the type %s',
    async (type) => {
      const { send, payloadOf } = createBridgeHarness()
      const id = send(type, { polluted: true })
      await flushPromises()
      expect(payloadOf(id)).toEqual({ error: 'Unsupported request' })
    },
  )

  test('prototype pollution: no field of a payload is copied into an object of the page', async () => {
    const { connect, receive, posted } = createBridgeHarness()
    await connect()
    const payload: unknown = JSON.parse(
      '{"__proto__":{"message":[65],"polluted":1},"constructor":{"prototype":{"polluted":1}}}',
    )
    receive(request({ id: '__proto__', type: 'signMessage', payload }))
    await flushPromises()
    expect(posted).toEqual([
      { target: 'iframe-wallet-adapter', id: '__proto__', payload: { error: expect.any(String) } },
    ])
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  const holes: number[] = []
  holes[2] = 65
  const endless: number[] = []
  endless.length = 4_294_967_295
  const getters = Object.defineProperty([65, 65], 0, { get: () => 65 })
  const wrong: [string, unknown][] = [
    ['no payload', undefined],
    ['a payload that is text', 'message'],
    ['no list', {}],
    ['text for a list', { message: 'A', transaction: 'A' }],
    ['an object like a list', { message: { length: 1, 0: 65 }, transaction: { length: 1, 0: 65 } }],
    ['an empty list', { message: [], transaction: [] }],
    ['holes', { message: holes, transaction: holes }],
    ['four billion holes', { message: endless, transaction: endless }],
    ['getters', { message: getters, transaction: getters }],
    ['more than a byte', { message: [256], transaction: [256] }],
    ['less than a byte', { message: [-1], transaction: [-1] }],
    ['half a byte', { message: [1.5], transaction: [1.5] }],
    ['no number', { message: [Number.NaN], transaction: [Number.NaN] }],
    ['digits as text', { message: ['65'], transaction: ['65'] }],
    ['lists in a list', { message: [[65]], transaction: [[65]] }],
    [
      'too much',
      { message: Array.from({ length: 16_385 }, () => 65), transaction: Array.from({ length: 1233 }, () => 1) },
    ],
  ]
  test.each(wrong)('bytes: %s is refused without a question', async (_, payload) => {
    const { connect, send, payloadOf, prompt, called } = createBridgeHarness()
    await connect()
    const ids = [send('signMessage', payload), send('signTransaction', payload)]
    await flushPromises()
    expect(ids.map(payloadOf)).toEqual([{ error: expect.any(String) }, { error: expect.any(String) }])
    expect([prompt(), called]).toEqual([undefined, []])
  })

  test.each<[string, number[]]>([
    ['half a character', [0xc3]],
    ['a character in a form that is too long', [0xc0, 0xaf]],
    ['half of a pair', [0xed, 0xa0, 0x80]],
    ['any bytes', [0xff, 0xfe, 0x00]],
  ])('blind signing: %s is no text and is refused', async (_, message) => {
    const { connect, send, payloadOf, prompt } = createBridgeHarness()
    await connect()
    const id = send('signMessage', { message })
    await flushPromises()
    expect([payloadOf(id), prompt()]).toEqual([{ error: expect.stringContaining('UTF-8') }, undefined])
  })
})
