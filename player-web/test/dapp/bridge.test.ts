import { expect, test } from 'vitest'
import { ADDRESS, bytesOf, createBridgeHarness, previewOf, refusal, flushPromises } from './bridge-harness.ts'

test('install is answered at once, also repeatedly under one id', async () => {
  const { receive, posted } = createBridgeHarness()
  for (let poll = 0; poll < 3; poll += 1) receive({ target: 'iframe-wallet-adapter', id: 'poll', type: 'install' })
  await flushPromises()
  expect(posted).toEqual(
    Array.from({ length: 3 }, () => ({ target: 'iframe-wallet-adapter', id: 'poll', payload: {} })),
  )
})

test('connect asks once, stores the permission, and is then answered at once', async () => {
  const { send, payloadOf, prompt, approve, called } = createBridgeHarness()
  const first = send('connect')
  await flushPromises()
  expect(prompt()?.question).toEqual({ kind: 'connect' })
  expect(payloadOf(first)).toBeUndefined()
  await approve()
  expect(payloadOf(first)).toEqual({ publicKey: ADDRESS })
  expect(called.filter(([name]) => name === 'remember')).toHaveLength(1)
  const second = send('connect')
  await flushPromises()
  expect([payloadOf(second), prompt()]).toEqual([{ publicKey: ADDRESS }, undefined])
})

test('a stored permission is not asked for again, not even after a disconnect', async () => {
  const { send, payloadOf, prompt } = createBridgeHarness({ isAllowed: async () => true })
  for (const _ of [1, 2]) {
    const id = send('connect')
    await flushPromises()
    expect([payloadOf(id), prompt()]).toEqual([{ publicKey: ADDRESS }, undefined])
    const left = send('disconnect')
    await flushPromises()
    expect(payloadOf(left)).toEqual({})
    const signed = send('signMessage', { message: [65] })
    await flushPromises()
    expect(payloadOf(signed)).toEqual({ error: 'Not connected' })
  }
})

test('two pending connects show one prompt and get two answers', async () => {
  const { send, payloadOf, prompt, approve } = createBridgeHarness()
  const ids = [send('connect'), send('connect')]
  await flushPromises()
  await approve()
  expect(ids.map(payloadOf)).toEqual([{ publicKey: ADDRESS }, { publicKey: ADDRESS }])
  expect(prompt()).toBeUndefined()
})

test('without access to stored permissions the user is asked, and the answer counts for this frame', async () => {
  const fails = async () => {
    throw new Error('no network')
  }
  const { send, payloadOf, approve } = createBridgeHarness({ isAllowed: fails, remember: fails })
  const id = send('connect')
  await flushPromises()
  expect(await approve()).toBe(true)
  expect(payloadOf(id)).toEqual({ publicKey: ADDRESS })
})

test('connect fails while nobody is logged in', async () => {
  const { send, payloadOf, prompt } = createBridgeHarness({ address: async () => undefined })
  const id = send('connect')
  await flushPromises()
  expect([payloadOf(id), prompt()]).toEqual([{ error: 'Log in first' }, undefined])
})

test('a message is shown as text, and its signature is answered as bytes', async () => {
  const { connect, send, payloadOf, prompt, approve, called } = createBridgeHarness()
  await connect()
  const id = send('signMessage', { message: bytesOf('Grüße 👋') })
  await flushPromises()
  expect(prompt()?.question).toEqual({ kind: 'message', text: 'Grüße 👋' })
  expect(called).toEqual([])
  await approve()
  expect(called).toEqual([['signMessage', 'Grüße 👋']])
  expect(payloadOf(id)).toEqual({ signature: Array.from({ length: 64 }, () => 7) })
})

test('a byte order mark is part of what is signed', async () => {
  const { connect, send, approve, called } = createBridgeHarness()
  await connect()
  send('signMessage', { message: [0xef, 0xbb, 0xbf, 65] })
  await flushPromises()
  await approve()
  expect(called).toEqual([['signMessage', '\uFEFFA']])
})

test('a transaction is previewed, shown, and signed after approval, with the same bytes in preview and signature', async () => {
  const { connect, send, payloadOf, prompt, approve, called } = createBridgeHarness()
  await connect()
  const id = send('signTransaction', { transaction: [1, 2, 250] })
  await flushPromises()
  expect(prompt()?.question.kind).toBe('transaction')
  await approve()
  expect(called).toEqual([
    ['preview', 'AQL6'],
    ['signTransaction', 'AQL6'],
  ])
  expect(payloadOf(id)).toEqual({ signedTransaction: [1, 2, 250] })
})

test('a transaction that the server refuses is answered at once, and shown until the user closes it', async () => {
  const { connect, send, payloadOf, prompt, approve, reject } = createBridgeHarness({
    preview: async () => previewOf({ refusal }),
  })
  await connect()
  const id = send('signTransaction', { transaction: [1] })
  await flushPromises()
  expect(payloadOf(id)).toEqual({ error: refusal.message })
  expect(prompt()).toBeDefined()
  expect(await approve()).toBe(false)
  await reject()
  expect(prompt()).toBeUndefined()
})

test('a refusal after approval, and any other error, is answered with a message', async () => {
  const { connect, send, payloadOf, approve } = createBridgeHarness({
    signMessage: async () => {
      throw new Error('This looks like a transaction')
    },
  })
  await connect()
  const id = send('signMessage', { message: [65] })
  await flushPromises()
  await approve()
  expect(payloadOf(id)).toEqual({ error: 'This looks like a transaction' })
})

test('prompts are shown one at a time, in order', async () => {
  const { connect, send, payloadOf, prompt, approve, reject } = createBridgeHarness()
  await connect()
  const [first, second] = [send('signMessage', { message: [65] }), send('signMessage', { message: [66] })]
  await flushPromises()
  expect(prompt()?.question).toMatchObject({ text: 'A' })
  await reject()
  expect(payloadOf(first)).toEqual({ error: 'User rejected the request' })
  expect(prompt()?.question).toMatchObject({ text: 'B' })
  await approve()
  expect(payloadOf(second)).toHaveProperty('signature')
})

test('the effects of a waiting transaction are read when its turn comes', async () => {
  const { connect, send, called, reject } = createBridgeHarness()
  await connect()
  send('signMessage', { message: [65] })
  send('signTransaction', { transaction: [1] })
  await flushPromises()
  expect(called).toEqual([])
  await reject()
  expect(called).toEqual([['preview', 'AQ==']])
})

test('an unknown request is answered with an error', async () => {
  const { send, payloadOf } = createBridgeHarness()
  const id = send('signAllTransactions', { transactions: [] })
  await flushPromises()
  expect(payloadOf(id)).toEqual({ error: 'Unsupported request' })
})
