import { afterEach, expect, test } from 'vitest'
import { findIncluded } from './find-included.ts'
import { GENESIS_HASHES } from './rpc.ts'
import { newWallet, startNode } from './solana.testing.ts'

const stops: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(stops.splice(0).map((stop) => stop()))
})

const SINCE = 1_700_000_000_000
const { address } = newWallet()
const search = { address, signature: 'own signature', since: SINCE }

/**
 * A node with this many transactions of the wallet, one per second back from `newest`; index `included` has the searched
 * signature.
 */
const nodeWith = async (
  count: number,
  { newest = SINCE + 1000, included, pruned }: { newest?: number; included?: number; pruned?: number } = {},
) => {
  const all = Array.from({ length: count }, (_, index) => ({
    signature: `id ${index}`,
    slot: count - index,
    err: null,
    blockTime: Math.floor(newest / 1000) - Math.floor((index * 50) / Math.max(count, 50)),
  }))
  const node = await startNode(({ method, params }) => {
    if (method === 'getGenesisHash') return GENESIS_HASHES.mainnet
    const [id, { limit = 0, before } = {}] = params as [string, { limit?: number; before?: string }?]
    const from = before === undefined ? 0 : all.findIndex(({ signature }) => signature === before) + 1
    if (method === 'getSignaturesForAddress') return all.slice(from, from + limit)
    if (id === `id ${pruned}`) return null
    const signatures = [id, ...(id === `id ${included}` ? ['own signature'] : [])]
    return { transaction: { signatures }, meta: { err: null } }
  })
  stops.push(node.stop)
  const fetched = () => node.calls.filter(({ method }) => method === 'getTransaction').map(({ params }) => params[0])
  return { rpc: node.rpc(), node, fetched }
}

test('finds the transaction behind any number of later ones, in as many searches as needed', async () => {
  const { rpc, fetched } = await nodeWith(2500, { included: 2380 })
  expect(await findIncluded(rpc, search)).toEqual({ complete: false })
  expect(await findIncluded(rpc, search)).toEqual({ complete: false })
  expect(await findIncluded(rpc, search)).toEqual({ id: 'id 2380', failed: false })
  expect(fetched()).toHaveLength(120)
  expect(new Set(fetched()).size).toBe(120)
})

test('a search of a short history is complete, and does not fetch transactions older than the row', async () => {
  const { rpc, fetched } = await nodeWith(40)
  expect(await findIncluded(rpc, search)).toEqual({ complete: true })
  expect(fetched()).toHaveLength(40)
  const older = await nodeWith(40, { newest: SINCE - 61_000 })
  expect(await findIncluded(older.rpc, search)).toEqual({ complete: true })
  expect(older.fetched()).toEqual([])
})

test('an endless history is never searched completely', async () => {
  const { rpc, node } = await nodeWith(6000)
  expect(await findIncluded(rpc, search)).toEqual({ complete: false })
  expect(node.calls.filter(({ method }) => method === 'getSignaturesForAddress')).toHaveLength(5)
})

test('a transaction that the node does not return leaves the search incomplete, and is fetched again', async () => {
  const { rpc, fetched } = await nodeWith(3, { pruned: 1 })
  for (const times of [1, 2]) {
    expect(await findIncluded(rpc, search)).toEqual({ complete: false })
    expect(fetched()).toHaveLength(2 + times)
  }
})

test('concurrent searches fetch a transaction once', async () => {
  const { rpc, fetched } = await nodeWith(20)
  await Promise.all(Array.from({ length: 10 }, () => findIncluded(rpc, search)))
  expect(fetched()).toHaveLength(20)
})
