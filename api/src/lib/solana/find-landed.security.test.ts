import { afterEach, expect, test } from 'vitest'
import { findLanded } from './find-landed.ts'
import { GENESIS_HASHES } from './rpc.ts'
import { newWallet, startNode } from './solana.testing.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

const SINCE = 1_700_000_000_000
const { address } = newWallet()
const search = { address, signature: 'ours', since: SINCE }

/**
 * A node with this many transactions of the wallet, one per second back from `newest`; index `landed` has the searched
 * signature.
 */
const nodeWith = async (
  count: number,
  { newest = SINCE + 1000, landed, forgotten }: { newest?: number; landed?: number; forgotten?: number } = {},
) => {
  const all = Array.from({ length: count }, (_, index) => ({
    ...{ signature: `id ${index}`, slot: count - index, err: null },
    blockTime: Math.floor(newest / 1000) - Math.floor((index * 50) / Math.max(count, 50)),
  }))
  const node = await startNode(({ method, params }) => {
    if (method === 'getGenesisHash') return GENESIS_HASHES.mainnet
    const [id, { limit = 0, before } = {}] = params as [string, { limit?: number; before?: string }?]
    const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
    if (method === 'getSignaturesForAddress') return all.slice(from, from + limit)
    if (id === `id ${forgotten}`) return null
    const signatures = [id, ...(id === `id ${landed}` ? ['ours'] : [])]
    return { transaction: { signatures }, meta: { err: null } }
  })
  stops.push(node.stop)
  const asked = () => node.calls.filter(({ method }) => method === 'getTransaction').map(({ params }) => params[0])
  return { rpc: node.rpc(), node, asked }
}

test('finds the transaction behind any number of later ones, in as many searches as needed', async () => {
  const { rpc, asked } = await nodeWith(2500, { landed: 2380 })
  expect(await findLanded(rpc, search)).toEqual({ complete: false })
  expect(await findLanded(rpc, search)).toEqual({ complete: false })
  expect(await findLanded(rpc, search)).toEqual({ id: 'id 2380', failed: false })
  expect(asked()).toHaveLength(120)
  expect(new Set(asked()).size).toBe(120)
})

test('a search of a short history is complete, and does not fetch transactions older than the row', async () => {
  const { rpc, asked } = await nodeWith(40)
  expect(await findLanded(rpc, search)).toEqual({ complete: true })
  expect(asked()).toHaveLength(40)
  const older = await nodeWith(40, { newest: SINCE - 61_000 })
  expect(await findLanded(older.rpc, search)).toEqual({ complete: true })
  expect(older.asked()).toEqual([])
})

test('an endless history is never searched completely', async () => {
  const { rpc, node } = await nodeWith(6000)
  expect(await findLanded(rpc, search)).toEqual({ complete: false })
  expect(node.calls.filter(({ method }) => method === 'getSignaturesForAddress')).toHaveLength(5)
})

test('a transaction that the node does not return leaves the search incomplete, and is fetched again', async () => {
  const { rpc, asked } = await nodeWith(3, { forgotten: 1 })
  for (const times of [1, 2]) {
    expect(await findLanded(rpc, search)).toEqual({ complete: false })
    expect(asked()).toHaveLength(2 + times)
  }
})

test('concurrent searches fetch a transaction once', async () => {
  const { rpc, asked } = await nodeWith(20)
  await Promise.all(Array.from({ length: 10 }, () => findLanded(rpc, search)))
  expect(asked()).toHaveLength(20)
})
