import { HttpProvider, WsProvider, type ApiPromise } from '@polkadot/api'
import type { KeyringPair } from '@polkadot/keyring/types'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { startVara, type VaraNode } from '../src/vara/index.ts'
import { VARA } from '../src/vara/parameters.ts'
import { overHttp, post, startWorld, type World } from './vara-client.ts'

let world: World
let node: VaraNode
let api: ApiPromise
let from: KeyringPair
beforeAll(async () => {
  world = await startWorld()
  ;({ node, api } = world)
  from = await world.account(100n)
})
afterEach(() => node.clear())
afterAll(() => world.stop())

// One that the client does not call by itself, as it does `system_health`.
const METHOD = 'system_name'
const name = () => post(node, METHOD)
const within = <T>(promise: Promise<T>, milliseconds: number): Promise<T | 'no answer'> =>
  Promise.race([promise, new Promise<'no answer'>((resolve) => setTimeout(resolve, milliseconds, 'no answer'))])

describe('faults', () => {
  test('an error, a page, too many requests: over HTTP', async () => {
    node.set({ kind: 'error', method: METHOD, times: 1 })
    expect(JSON.parse((await name()).text)).toEqual({
      jsonrpc: '2.0',
      id: 1,
      error: { code: -32_603, message: 'Internal error' },
    })
    node.set({ kind: 'html', method: METHOD, times: 1 })
    expect(await name()).toMatchObject({ status: 200, type: 'text/html' })
    node.set({ kind: '429', method: METHOD, times: 1 })
    expect((await name()).status).toBe(429)
    expect(JSON.parse((await name()).text)).toHaveProperty('result', 'OpenAuth localnet')
  })

  test('an error and too many requests: over WebSocket', async () => {
    node.set({ kind: 'error', method: METHOD, times: 1 })
    await expect(api.rpc.system.name()).rejects.toThrow('-32603: Internal error')
    node.set({ kind: '429', method: METHOD, times: 1 })
    await expect(api.rpc.system.name()).rejects.toThrow('429: Too Many Requests')
  })

  test.each(['HTTP', 'WebSocket'])('over %s a call hangs until it is given up, and others do not', async (kind) => {
    const provider = kind === 'HTTP' ? new HttpProvider(node.url) : new WsProvider(node.wsUrl)
    if (provider instanceof WsProvider) await provider.isReady
    const send = (method: string): Promise<unknown> => provider.send(method, [])
    node.set({ kind: 'hang', method: METHOD })
    const hanging = send(METHOD).catch(() => 'given up')
    expect(await within(hanging, 100)).toBe('no answer')
    expect(await send('system_chain')).toBe('Vara Network Localnet')
    node.clear()
    expect(await send(METHOD)).toBe('OpenAuth localnet')
    await provider.disconnect()
  })

  test('a fault is of its method, as often as it is told to', async () => {
    node.set({ kind: 'error', method: 'system_chain', times: 2 })
    expect((await name()).text).toContain('result')
    const answers = [
      await post(node, 'system_chain'),
      await post(node, 'system_chain'),
      await post(node, 'system_chain'),
    ]
    expect(answers.map(({ text }) => text.includes('error'))).toEqual([true, true, false])
  })

  test('a fork answers of another genesis, as high as the chain', async () => {
    node.makeBlocks(3)
    const height = (await api.rpc.chain.getHeader()).number.toNumber()
    node.set({ kind: 'fork' })
    const client = await overHttp(node)
    expect(client.genesisHash.toHex()).not.toBe(node.genesisHash)
    expect((await client.rpc.chain.getHeader()).number.toNumber()).toBe(height)
    expect((await client.query.system.account(from.address)).data.free.toBigInt()).toBe(0n)
    node.clear()
    expect(JSON.parse((await post(node, 'chain_getBlockHash', 0)).text)).toHaveProperty('result', node.genesisHash)
  })

  test('what is submitted and never answered is in a block all the same', async () => {
    const to = await world.account()
    const tx = await api.tx.balances.transferKeepAlive(to.address, VARA).signAsync(from, { nonce: 0 })
    node.set({ kind: 'lost', method: 'author_submitExtrinsic', times: 1 })
    await expect(post(node, 'author_submitExtrinsic', tx.toHex())).rejects.toThrow('fetch failed')
    await vi.waitUntil(() => node.balanceOf(to.address) === VARA, 30_000)
  })
})

describe('blocks', () => {
  test('what is submitted while they are held stays pending', async () => {
    const to = await world.account()
    const nonce = node.nonceOf(from.address)
    const statuses: string[] = []
    node.holdBlocks()
    const tx = await api.tx.balances.transferKeepAlive(to.address, VARA).signAsync(from, { nonce })
    // Not signAndSend, which drops a status while another one follows.
    await api.rpc.author.submitAndWatchExtrinsic(tx, (status) => void statuses.push(status.type))
    node.makeBlocks(2)
    expect(await api.rpc.author.pendingExtrinsics()).toHaveLength(1)
    expect((await api.rpc.system.accountNextIndex(from.address)).toNumber()).toBe(nonce + 1)
    expect(node.balanceOf(to.address)).toBe(0n)
    node.releaseBlocks()
    await vi.waitUntil(() => statuses.includes('Finalized'), 30_000)
    expect(statuses).toEqual(['Ready', 'InBlock', 'Finalized'])
    expect(node.balanceOf(to.address)).toBe(VARA)
  })

  test('heads are told of, each the child of the one before', async () => {
    const heads: { hash: string; parent: string }[] = []
    const stop = await api.rpc.chain.subscribeFinalizedHeads((header) => {
      heads.push({ hash: header.hash.toHex(), parent: header.parentHash.toHex() })
    })
    node.makeBlocks(2)
    await vi.waitUntil(() => heads.length === 3, 30_000)
    stop()
    expect(heads[1]!.parent).toBe(heads[0]!.hash)
    expect(heads[2]!.parent).toBe(heads[1]!.hash)
    expect((await api.rpc.chain.getBlockHash()).toHex()).toBe(heads[2]!.hash)
  })
})

describe('the server', () => {
  test('a taken port is told of, and a stopped node frees its own', async () => {
    const port = Number(new URL(node.url).port)
    await expect(startVara({ port })).rejects.toThrow('EADDRINUSE')
    const other = await startVara()
    await other.stop()
    await expect(fetch(other.url)).rejects.toThrow('fetch failed')
  })

  test('what is no call is refused', async () => {
    const answer = async (body: string) => (await fetch(node.url, { method: 'POST', body })).json()
    expect(await answer('{')).toHaveProperty('error.code', -32_700)
    expect(await answer('{"id":1}')).toHaveProperty('error.code', -32_600)
    expect(JSON.parse((await post(node, 'engine_createBlock')).text)).toHaveProperty('error.code', -32_601)
    expect(JSON.parse((await post(node, 'chain_subscribeNewHeads')).text)).toHaveProperty('error.code', -32_601)
    expect(JSON.parse((await post(node, 'state_getStorage', '0x00', `0x${'77'.repeat(32)}`)).text)).toHaveProperty(
      'error.code',
      4003,
    )
  })
})
