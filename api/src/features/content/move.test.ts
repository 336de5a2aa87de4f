import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Client, LAST_PLACE } from '@openauth/client'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { placeBetween } from './move.ts'

let server: TestServer
let admin: Client
beforeAll(async () => {
  server = await testServer()
  admin = server.as(await signInAsAdmin(server))
})
afterAll(() => server.stop())

const namesOf = (rows: { name: string }[]) => rows.map(({ name }) => name)
const playersSee = async (list: string) => namesOf((await server.send('GET', `/content/${list}`)).body.data)
const dappNames = () => playersSee('sonicx-games')

/** Ids by name of new dapps in this order; there are no others. */
const createDapps = async (...names: string[]): Promise<Record<string, number>> => {
  await server.resources.db.prisma.dapp.deleteMany()
  const ids: Record<string, number> = {}
  for (const name of names) ids[name] = (await admin.dapps.create({ name, url: '/x' })).id
  return ids
}

describe('a dapp', () => {
  let ids: Record<string, number>
  beforeEach(async () => void (ids = await createDapps('A', 'B', 'C', 'D')))
  const move = (name: string, to: { before?: string; after?: string }) =>
    admin.dapps.move({
      id: ids[name]!,
      ...(to.before === undefined ? {} : { before: ids[to.before]! }),
      ...(to.after === undefined ? {} : { after: ids[to.after]! }),
    })
  const moves = async () => (await admin.audit.list({ action: 'dapp.move' })).meta.totalItems

  test.each([
    ['D', { before: 'A' }, 'DABC'],
    ['D', { after: 'A' }, 'ADBC'],
    ['A', { after: 'D' }, 'BCDA'],
    ['A', { before: 'D' }, 'BCAD'],
    ['B', { before: 'A' }, 'BACD'],
    ['B', { after: 'C' }, 'ACBD'],
  ])('%s moved to %j gives players %s', async (name, to, expected) => {
    await move(name, to)
    expect((await dappNames()).join('')).toBe(expected)
    expect(namesOf((await admin.dapps.list()).data).join('')).toBe(expected)
  })

  test('that stands there already, or is to stand beside itself, stays, and nothing is audited', async () => {
    const before = await moves()
    for (const to of [{ after: 'A' }, { before: 'C' }, { before: 'B' }, { after: 'B' }]) await move('B', to)
    expect((await dappNames()).join('')).toBe('ABCD')
    expect(await moves()).toBe(before)
  })

  test('keeps its fields and version; the trail tells after which one it stood and stands', async () => {
    const before = await admin.dapps.get({ id: ids['C']! })
    const after = await move('C', { before: 'A' })
    expect(after).toEqual({ ...before, position: after.position })
    await move('D', { after: 'A' })
    const { data } = await admin.audit.list({ action: 'dapp.move' })
    expect(data.slice(0, 2).map(({ details, targetId }) => [targetId, details])).toEqual([
      [String(ids['D']), { name: 'D', changed: ['follows'], before: { follows: 'B' }, after: { follows: 'A' } }],
      [String(ids['C']), { name: 'C', changed: ['follows'], before: { follows: 'B' }, after: { follows: null } }],
    ])
  })

  test('is not moved beside one that is gone, nor when it is gone itself, nor without exactly one place', async () => {
    await admin.dapps.delete({ id: ids['B']! })
    for (const to of [{ before: 'B' }, { after: 'B' }])
      await expect(move('D', to)).rejects.toMatchObject({
        status: 409,
        code: 'neighbour_gone',
        message: expect.stringContaining('is gone. Nothing was changed'),
      })
    await expect(move('B', { before: 'A' })).rejects.toMatchObject({ status: 404, code: 'dapp_not_found' })
    await expect(move('D', {})).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    await expect(move('D', { before: 'A', after: 'A' })).rejects.toMatchObject({ status: 400, code: 'invalid_input' })
    expect((await dappNames()).join('')).toBe('ACD')
  })

  test('is moved by each of several operators at the same time; no two entries get one place', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `M${index}`)
    ids = await createDapps('A', ...names, 'Z')
    await Promise.all(names.map((name) => move(name, { before: 'A' })))
    const listed = await dappNames()
    expect(listed.slice(0, 12).toSorted()).toEqual(names.toSorted())
    expect(listed.slice(12)).toEqual(['A', 'Z'])
    const { data } = await admin.dapps.list({ limit: 100 })
    expect(new Set(data.map(({ position }) => position)).size).toBe(14)
  })

  test('that another operator moved meanwhile is beside the entry that the later one named', async () => {
    await move('D', { before: 'A' })
    await move('B', { after: 'D' })
    expect((await dappNames()).join('')).toBe('DBAC')
  })
})

test('fifty moves to the same gap, and moves among games of one place, give the order that was asked for', async () => {
  const { prisma } = server.resources.db
  await prisma.gameCenterEntry.deleteMany()
  await prisma.gameCenterEntry.createMany({
    data: Array.from({ length: 8 }, (_, index) => ({ name: `G${index}`, link: '/g', order: 7 })),
  })
  const { data } = await admin.gameCenters.list()
  const expected = data.map(({ id }) => id)
  for (let turn = 0; turn < 50; turn += 1) {
    const id = expected.splice(2 + (turn % 6), 1)[0]!
    const after = expected[0]!
    expected.splice(1, 0, id)
    await admin.gameCenters.move({ id, after })
    const rows = (await admin.gameCenters.list()).data
    expect(rows.map((row) => row.id)).toEqual(expected)
    expect(rows.map(({ order }) => order)).toEqual(rows.map(({ order }) => order).toSorted((a, b) => a - b))
  }
})

test('games at the ends of what `order` may be are still moved before the first and after the last', async () => {
  const { prisma } = server.resources.db
  await prisma.gameCenterEntry.deleteMany()
  const create = (name: string, order: number) => admin.gameCenters.create({ name, link: '/g', order })
  const last = [await create('Last', LAST_PLACE), await create('Last too', LAST_PLACE)] as const
  const first = [await create('First', -LAST_PLACE), await create('First too', -LAST_PLACE)] as const
  await admin.gameCenters.move({ id: first[1].id, after: last[1].id })
  await admin.gameCenters.move({ id: last[0].id, before: first[0].id })
  const { data } = await admin.gameCenters.list()
  expect(namesOf(data)).toEqual(['Last', 'First', 'Last too', 'First too'])
  for (const { order } of data) expect(Math.abs(order)).toBeLessThanOrEqual(LAST_PLACE)
})

test('an entry of a list that is too long for a reorder is moved, and only its row is written once there are gaps', async () => {
  const { prisma, pool } = server.resources.db
  await prisma.dapp.deleteMany()
  await prisma.dapp.createMany({
    data: Array.from({ length: 6000 }, (_, index) => ({
      name: `N${index}`,
      nameKey: `n${index}`,
      url: '/n',
      borderColor: '#000000',
      bgColor: '#000000',
      position: index + 1,
    })),
  })
  const idOf = async (name: string) => (await prisma.dapp.findUniqueOrThrow({ where: { nameKey: name } })).id
  await admin.dapps.move({ id: await idOf('n5999'), after: await idOf('n0') })
  expect((await dappNames()).slice(0, 3)).toEqual(['N0', 'N5999', 'N1'])
  const versions = async () => (await pool.query<{ xmin: string }>(`SELECT xmin::text FROM "Dapp" ORDER BY id`)).rows
  const before = await versions()
  await admin.dapps.move({ id: await idOf('n4000'), before: await idOf('n1') })
  expect((await dappNames()).slice(0, 4)).toEqual(['N0', 'N5999', 'N4000', 'N1'])
  const after = await versions()
  expect(after.filter(({ xmin }, index) => xmin !== before[index]!.xmin)).toHaveLength(1)
})

test.each([
  [1, 3, 2],
  [1, 2, undefined],
  [5, 5, undefined],
  [-3, -1, -2],
  [10, undefined, 1010],
  [undefined, 10, -990],
  [LAST_PLACE, undefined, undefined],
  [undefined, -LAST_PLACE, undefined],
  [LAST_PLACE - 1, undefined, LAST_PLACE],
])('between the places %s and %s is %s', (lower, upper, expected) => expect(placeBetween(lower, upper)).toBe(expected))

test('moves that wait for one another hold one connection of the pool, so that others are served', async () => {
  const { A, B } = await createDapps('A', 'B')
  const { pool } = server.resources.db
  const blocker = await pool.connect()
  try {
    await blocker.query('BEGIN')
    await blocker.query(`SELECT pg_advisory_xact_lock(hashtextextended('order of Dapp', 0))`)
    const moves = Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        admin.dapps.move(index % 2 ? { id: A!, after: B! } : { id: A!, before: B! }),
      ),
    )
    const waiting = () =>
      blocker.query(`SELECT 1 FROM pg_locks WHERE "locktype" = 'advisory' AND NOT "granted" AND "database" =
        (SELECT "oid" FROM pg_database WHERE "datname" = current_database())`)
    await expect.poll(async () => (await waiting()).rowCount).toBeGreaterThan(0)
    expect(await dappNames()).toEqual(['A', 'B'])
    expect((await waiting()).rowCount).toBe(1)
    await blocker.query('COMMIT')
    await moves
  } finally {
    blocker.release()
  }
})
