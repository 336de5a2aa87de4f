import { describe, expect, test } from 'vitest'
import { ADDRESS, bytesOf, createBridgeHarness, previewOf, flushPromises } from './bridge-harness.ts'

const request = (more: object) => ({ target: 'iframe-wallet-adapter', id: 'x', type: 'install', ...more })

describe('iframe bridge abuse: signatures without permission', () => {
  test.each(['signMessage', 'signTransaction'])(
    '%s before connect is refused, with a stored permission too',
    async (type) => {
      const { send, payloadOf, prompt, called } = createBridgeHarness({ isAllowed: async () => true })
      const id = send(type, { message: [65], transaction: [1] })
      await flushPromises()
      expect([payloadOf(id), prompt(), called]).toEqual([{ error: 'Not connected' }, undefined, []])
    },
  )

  test('a stored permission shows the address and signs nothing', async () => {
    const { send, prompt, called } = createBridgeHarness({ isAllowed: async () => true })
    send('connect')
    await flushPromises()
    send('signTransaction', { transaction: [1] })
    await flushPromises()
    expect(prompt()?.question.kind).toBe('transaction')
    expect(called.map(([name]) => name)).not.toContain('signTransaction')
  })

  test('a rejected connect reveals no address and stores nothing', async () => {
    const { send, payloadOf, reject, called } = createBridgeHarness()
    const id = send('connect')
    await flushPromises()
    await reject()
    expect(payloadOf(id)).toEqual({ error: 'User rejected the request' })
    expect(called.map(([name]) => name)).not.toContain('remember')
    expect(JSON.stringify(payloadOf(id))).not.toContain(ADDRESS)
  })

  test('an id that is repeated during its request or directly after causes no further question', async () => {
    const { connect, receive, posted, approve, prompt, called, clock } = createBridgeHarness()
    await connect()
    const again = request({ id: 7, type: 'signMessage', payload: { message: [65] } })
    for (let time = 0; time < 3; time += 1) receive(again)
    await flushPromises()
    await approve()
    expect([posted.length, prompt()]).toEqual([1, undefined])
    receive(again)
    await flushPromises()
    expect([posted.length, prompt(), called.length]).toEqual([1, undefined, 1])
    clock.now += 60_000
    receive(again)
    await flushPromises()
    expect(prompt()).toBeDefined()
  })

  test('the signed bytes are those that were shown, even if the message changes meanwhile', async () => {
    const { connect, send, approve, called } = createBridgeHarness()
    await connect()
    const message = bytesOf('harmless')
    send('signMessage', { message })
    await flushPromises()
    message.fill(66)
    await approve()
    expect(called).toEqual([['signMessage', 'harmless']])
  })
})

describe('iframe bridge abuse: floods', () => {
  test('of a thousand messages at once twenty are handled, twenty refused, and the others ignored', async () => {
    const { send, posted, clock } = createBridgeHarness()
    for (let index = 0; index < 1000; index += 1) send('install')
    await flushPromises()
    expect(posted).toHaveLength(40)
    expect(posted.filter(({ payload }) => payload['error'] === 'Too many requests')).toHaveLength(20)
    clock.now += 1000
    send('install')
    await flushPromises()
    expect(posted.at(-1)?.payload).toEqual({})
  })

  test('five prompts may wait; the sixth is refused at once', async () => {
    const { connect, send, payloadOf } = createBridgeHarness()
    await connect()
    const ids = Array.from({ length: 6 }, () => send('signMessage', { message: [65] }))
    await flushPromises()
    expect(ids.map(payloadOf)).toEqual([...Array.from({ length: 5 }), { error: 'Too many requests are waiting' }])
  })

  test('after three rejections within half a minute no prompts are shown until the user allows them', async () => {
    const { connect, send, payloadOf, reject, prompt, bridge, clock } = createBridgeHarness()
    await connect()
    for (let time = 0; time < 3; time += 1) {
      send('signMessage', { message: [65] })
      await flushPromises()
      await reject()
    }
    clock.now += 600_000
    const id = send('signMessage', { message: [65] })
    await flushPromises()
    expect([payloadOf(id), prompt(), bridge.prompts.isMuted.get()]).toEqual([
      { error: 'User rejected too many requests' },
      undefined,
      true,
    ])
    bridge.prompts.unmute()
    send('signMessage', { message: [65] })
    await flushPromises()
    expect(prompt()).toBeDefined()
  })

  test('the third rejection rejects waiting questions too', async () => {
    const { connect, send, payloadOf, reject, prompt } = createBridgeHarness()
    await connect()
    const ids = Array.from({ length: 5 }, () => send('signMessage', { message: [65] }))
    await flushPromises()
    for (let time = 0; time < 3; time += 1) await reject()
    expect(prompt()).toBeUndefined()
    expect(ids.slice(3).map(payloadOf)).toEqual(
      Array.from({ length: 2 }, () => ({ error: 'User rejected too many requests' })),
    )
  })

  test('rejections far apart are not counted together', async () => {
    const { connect, send, reject, bridge, clock } = createBridgeHarness()
    await connect()
    for (let time = 0; time < 6; time += 1) {
      send('signMessage', { message: [65] })
      await flushPromises()
      await reject()
      clock.now += 20_000
    }
    expect(bridge.prompts.isMuted.get()).toBe(false)
  })
})

describe('iframe bridge abuse: the requesting page is gone', () => {
  test('a message of another origin from the frame cancels open requests, and nothing is signed', async () => {
    const { connect, send, receive, prompt, posted, called } = createBridgeHarness()
    await connect()
    send('signMessage', { message: [65] })
    await flushPromises()
    receive(request({}), { origin: 'https://evil.example' })
    await flushPromises()
    expect([prompt(), posted, called]).toEqual([undefined, [], []])
  })

  test('a signature in progress is not sent to the next page', async () => {
    let finish: (signature: number[]) => void = () => {}
    const { connect, send, bridge, approve, posted } = createBridgeHarness({
      signMessage: () => new Promise((resolve) => (finish = resolve)),
    })
    await connect()
    send('signMessage', { message: [65] })
    await flushPromises()
    await approve()
    bridge.pageChanged()
    finish([1])
    await flushPromises()
    expect(posted).toEqual([])
  })

  test('a closed bridge handles and answers nothing, not even an approved request', async () => {
    let finish: (signature: number[]) => void = () => {}
    const { connect, send, close, approve, posted, prompt } = createBridgeHarness({
      signMessage: () => new Promise((resolve) => (finish = resolve)),
    })
    await connect()
    send('signMessage', { message: [65] })
    send('signMessage', { message: [66] })
    await flushPromises()
    await approve()
    close()
    finish([1])
    send('install')
    await flushPromises()
    expect([posted, prompt()]).toEqual([[], undefined])
  })
})

describe('clickjacking: a tap that was meant for something else does not approve a prompt', () => {
  test('a tap does not count before the prompt was visible for half a second', async () => {
    const { connect, send, prompt, bridge, clock, called } = createBridgeHarness()
    await connect()
    send('signMessage', { message: [65] })
    await flushPromises()
    clock.now += 5000
    expect(bridge.prompts.approve(prompt()!)).toBe(false)
    bridge.prompts.shown(prompt()!)
    clock.now += 499
    expect(bridge.prompts.approve(prompt()!)).toBe(false)
    expect(called).toEqual([])
    clock.now += 1
    expect(bridge.prompts.approve(prompt()!)).toBe(true)
  })

  test('a tap on a transaction does not count before its effects were visible for as long', async () => {
    let know: (preview: ReturnType<typeof previewOf>) => void = () => {}
    const { connect, send, prompt, bridge, clock } = createBridgeHarness({
      preview: () => new Promise((resolve) => (know = resolve)),
    })
    await connect()
    send('signTransaction', { transaction: [1] })
    await flushPromises()
    bridge.prompts.shown(prompt()!)
    clock.now += 9000
    expect([bridge.prompts.armedIn(prompt()!), bridge.prompts.approve(prompt()!)]).toEqual([undefined, false])
    know(previewOf())
    await flushPromises()
    expect([bridge.prompts.armedIn(prompt()!), bridge.prompts.approve(prompt()!)]).toEqual([500, false])
    clock.now += 500
    expect(bridge.prompts.approve(prompt()!)).toBe(true)
  })

  test('a transaction without known effects cannot be approved', async () => {
    const { connect, send, payloadOf, prompt, bridge, clock, called } = createBridgeHarness({
      preview: async () => {
        throw new Error('The node cannot be reached')
      },
    })
    await connect()
    const id = send('signTransaction', { transaction: [1] })
    await flushPromises()
    bridge.prompts.shown(prompt()!)
    clock.now += 60_000
    expect(bridge.prompts.approve(prompt()!)).toBe(false)
    expect(payloadOf(id)).toEqual({ error: 'The node cannot be reached' })
    expect(called.map(([name]) => name)).toEqual(['preview'])
  })

  test('a covered prompt cannot be approved, nor the same prompt twice', async () => {
    const { connect, send, prompt, bridge, approve, called } = createBridgeHarness()
    await connect()
    send('signMessage', { message: [65] })
    send('signMessage', { message: [66] })
    await flushPromises()
    const first = prompt()!
    await approve()
    expect(bridge.prompts.approve(first)).toBe(false)
    expect(bridge.prompts.approve(prompt()!)).toBe(false)
    expect(called).toEqual([['signMessage', 'A']])
  })
})
