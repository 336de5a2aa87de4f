import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { broadcast } from './broadcast.ts'
import { buildMessage } from './build.ts'
import { startFakeRpc } from '../json-rpc/fake-rpc.testing.ts'
import { VARA_GENESIS_HASH } from './network.ts'
import { createVaraRpc } from './rpc.ts'
import { codeOf, PROGRAM, signMessage, startChain, type TestChain } from './testing.ts'

let harness: TestChain
beforeAll(async () => {
  harness = await startChain()
})
afterEach(() => harness.clear())
afterAll(() => harness.stop())

const message = async () => ({ from: (await harness.wallet()).address, destination: PROGRAM, payload: Buffer.of(1) })

test('a fork is not used for building or sending', async () => {
  const signed = await signMessage(harness.rpc, await harness.wallet())
  const request = await message()
  const fake = await startFakeRpc(harness.url, () => undefined)
  harness.set({ kind: 'fork' })
  const rpc = createVaraRpc({ url: fake.url, genesisHash: harness.genesisHash.toUpperCase().replace('0X', '0x') })
  expect(await codeOf(buildMessage(rpc, request))).toBe('wrong_chain')
  expect(await codeOf(broadcast(rpc, signed.extrinsic))).toBe('wrong_chain')
  expect(new Set(fake.requestedMethods)).toEqual(new Set(['chain_getBlockHash']))
  await fake.stop()
})

test('an endpoint of another network is not accepted as the main network’s', async () => {
  const rpc = createVaraRpc({ url: harness.url, genesisHash: VARA_GENESIS_HASH })
  expect(await codeOf(rpc.call('system_chain', []))).toBe('wrong_chain')
  await expect(rpc.genesisHash()).rejects.toThrow(/^127.0.0.1:\d+ serves the chain 0x\w{64}, not 0xfe1b4c/)
})

test('an endpoint that changes to a fork is detected, and what is signed meanwhile is for the first chain', async () => {
  const request = await message()
  const rpc = createVaraRpc({ url: harness.url })
  const wary = createVaraRpc({ url: harness.url, trustForMs: 0 })
  await Promise.all([rpc.genesisHash(), wary.genesisHash()])
  harness.set({ kind: 'fork' })
  expect(await codeOf(buildMessage(wary, request))).toBe('wrong_chain')
  // No account has funds here, so nothing can be built even while the endpoint is trusted.
  expect(await codeOf(buildMessage(rpc, request))).toBe('insufficient_balance')
})

test('the chain is verified once for many calls, and again after the interval', async () => {
  const fake = await startFakeRpc(harness.url, () => undefined)
  const times = () => fake.requestedMethods.filter((method) => method === 'chain_getBlockHash').length
  const rpc = createVaraRpc({ url: fake.url })
  await Promise.all(Array.from({ length: 20 }, () => rpc.call('system_chain', [])))
  expect(times()).toBe(1)
  const wary = createVaraRpc({ url: fake.url, trustForMs: 0 })
  await wary.call('system_chain', [])
  await wary.call('system_chain', [])
  expect(times()).toBe(3)
  await fake.stop()
})

test('verification is repeated on the next call after an outage', async () => {
  let isDown = true
  const fake = await startFakeRpc(harness.url, () => (isDown ? { status: 503, body: '' } : undefined))
  const rpc = createVaraRpc({ url: fake.url })
  expect(await codeOf(rpc.call('system_chain', []))).toBe('unavailable')
  isDown = false
  expect(await rpc.call('system_chain', [])).toBe('Vara Network Localnet')
  expect(await rpc.genesisHash()).toBe(harness.genesisHash)
  await fake.stop()
})

test.each([null, 'vara', 7, `0x${'12'.repeat(31)}`])('rejects a genesis hash of %s', async (result) => {
  const fake = await startFakeRpc(harness.url, () => ({ result }))
  expect(await codeOf(createVaraRpc({ url: fake.url }).genesisHash())).toBe('malformed')
  await fake.stop()
})
