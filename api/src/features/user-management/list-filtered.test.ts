import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Provider } from '@openauth/client'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000

let server: TestServer
let admin: ReturnType<TestServer['as']>
let app: TestApp
let other: TestApp
const ids: string[] = []

interface NewUser {
  appId: string
  at: number
  identities: [Provider, subject: string, display: string][]
  displayName?: string
  disabled?: boolean
  externalId?: string
}

const addUser = async ({ appId, at, identities, displayName, disabled, externalId }: NewUser): Promise<string> => {
  const id = randomUUID()
  await server.resources.db.prisma.user.create({
    data: {
      id,
      appId,
      referCode: id.replaceAll('-', '').slice(0, 8).toUpperCase(),
      createdAt: new Date(START + at * HOUR),
      lastSeenAt: new Date(START + 1000 * HOUR - at * HOUR),
      ...(displayName ? { displayName } : {}),
      ...(externalId ? { externalId } : {}),
      ...(disabled ? { disabledAt: new Date(), disabledBy: 'admin' as const } : {}),
      identities: { create: identities.map(([provider, subject, display]) => ({ appId, provider, subject, display })) },
      wallets: { create: [{ chain: 'ethereum', address: walletOf(ids.length), sealedSecret: Buffer.alloc(1) }] },
    },
  })
  return id
}
const walletOf = (n: number) => `0x${String(n).padStart(40, '0')}`

beforeAll(async () => {
  server = await testServer()
  const token = await signInAsAdmin(server)
  admin = server.as(token)
  app = await createTestApp(server, token, 'First app')
  other = await createTestApp(server, token, 'Second app')
  const gone = await createTestApp(server, token, 'Deleted app')
  for (let n = 0; n < 30; n += 1) {
    const appId = n % 3 === 0 ? other.id : app.id
    const name: [Provider, string, string] = ['username', `player ${n}`, `Player ${n}`]
    const mail: [Provider, string, string][] =
      n % 5 === 0 ? [['email', `p${n}@Mail.example`.toLowerCase(), `p${n}@mail.example`]] : []
    ids.push(await addUser({ appId, at: n, identities: [name, ...mail], disabled: n % 10 === 1 }))
  }
  ids.push(
    await addUser({
      appId: app.id,
      at: 30,
      identities: [['discord', '424242', 'Émile_100%']],
      displayName: 'Zoë',
      externalId: 'crm-7',
    }),
  )
  await addUser({ appId: gone.id, at: 99, identities: [['username', 'player 99', 'Player 99']] })
  await admin.apps.delete({ id: gone.id })
})
afterAll(() => server.stop())

const found = async (input: Parameters<typeof admin.users.find>[0]) =>
  (await admin.users.find({ limit: 100, ...input })).data.map(({ id }) => ids.indexOf(id))

describe('users of all apps', () => {
  test('are listed newest first, each with its app, without those of deleted apps', async () => {
    const { data, meta } = await admin.users.find({ limit: 5 })
    expect(data.map(({ id }) => ids.indexOf(id))).toEqual([30, 29, 28, 27, 26])
    expect(data[3]!.app).toEqual({ id: other.id, name: 'Second app' })
    expect(meta).toMatchObject({ totalItems: 31, totalPages: 7, totalIsCapped: false, previousCursor: null })
  })

  test.each([
    ['the app', () => ({ appId: other.id }), (n: number) => n % 3 === 0 && n < 30],
    ['disabled users', () => ({ state: 'disabled' as const }), (n: number) => n % 10 === 1],
    ['active users', () => ({ state: 'active' as const }), (n: number) => n % 10 !== 1],
    ['a provider', () => ({ method: 'email' as const }), (n: number) => n % 5 === 0 && n < 30],
    [
      'a provider and a state',
      () => ({ method: 'discord' as const, state: 'active' as const }),
      (n: number) => n === 30,
    ],
    [
      'registration',
      () => ({ createdFrom: START + 5 * HOUR, createdTo: START + 8 * HOUR }),
      (n: number) => n >= 5 && n < 8,
    ],
    [
      'last sight',
      () => ({ lastSeenFrom: START + 990 * HOUR, lastSeenTo: START + 995 * HOUR }),
      (n: number) => n > 5 && n <= 10,
    ],
    ['a search and a state', () => ({ q: 'player 1', state: 'disabled' as const }), (n: number) => n === 1 || n === 11],
    [
      'a search and a provider',
      () => ({ q: 'PLAYER 1', method: 'email' as const }),
      (n: number) => n === 10 || n === 15,
    ],
  ])('are filtered by %s', async (_, filters, matches) => {
    const expected = ids.map((__, n) => n).filter(matches)
    expect((await found(filters())).toSorted((a, b) => a - b)).toEqual(expected)
    expect((await admin.users.find({ ...filters(), limit: 1 })).meta.totalItems).toBe(expected.length)
  })

  test('are sorted by both columns in both directions', async () => {
    const upwards = await found({ order: 'asc' })
    expect(upwards).toEqual(ids.map((_, n) => n))
    expect(await found({ sortBy: 'lastSeenAt' })).toEqual(upwards)
    expect(await found({ sortBy: 'lastSeenAt', order: 'asc' })).toEqual(upwards.toReversed())
  })

  test('are found by id, wallet address, external id, refer code, and the beginning of what they are called', async () => {
    const referCode = ids[4]!.replaceAll('-', '').slice(0, 8)
    const searches: [string, number[]][] = [
      [ids[4]!.toUpperCase(), [4]],
      [walletOf(7), [7]],
      [referCode, [4]],
      ['crm-7', [30]],
      ['zo', [30]],
      ['émile', [30]],
      ['ÉMILE_100%', [30]],
      ['4242', [30]],
      ['P25@MAIL', [25]],
      ['player 2', [29, 28, 27, 26, 25, 24, 23, 22, 21, 20, 2]],
      ['%', []],
      ['p_ayer', []],
      ["' OR 1=1 --", []],
      ['\\', []],
      ['layer 2', []],
    ]
    for (const [q, expected] of searches) expect([q, await found({ q })]).toEqual([q, expected])
  })
})

describe('pages', () => {
  type Page = Awaited<ReturnType<typeof admin.users.find>>
  const walk = async (input: object, start: Page, by: 'nextCursor' | 'previousCursor') => {
    const pages = [start]
    for (let cursor = start.meta[by]; cursor; cursor = pages.at(-1)!.meta[by])
      pages.push(await admin.users.find({ ...input, cursor }))
    return pages.map(({ data }) => data.map(({ id }) => ids.indexOf(id)))
  }

  test.each([
    {},
    { sortBy: 'lastSeenAt' as const },
    { q: 'player', order: 'asc' as const },
    { state: 'active' as const },
  ])('of %j go forward and backward over every user once, in order', async (filters) => {
    const input = { ...filters, limit: 4 }
    const all = await found(filters)
    const first = await admin.users.find(input)
    expect((await walk(input, first, 'nextCursor')).flat()).toEqual(all)
    const last = await admin.users.find({ ...input, cursor: first.meta.lastCursor })
    expect(last.meta.nextCursor).toBeNull()
    expect((await walk(input, last, 'previousCursor')).toReversed().flat()).toEqual(all)
  })

  test('by number are the same, from whichever end they are read', async () => {
    const all = await found({})
    for (const page of [1, 2, 5, 7, 8]) {
      const { data, meta } = await admin.users.find({ page, limit: 5 })
      expect(data.map(({ id }) => ids.indexOf(id))).toEqual(all.slice((page - 1) * 5, page * 5))
      expect(meta.nextCursor === null).toBe(page >= 7)
    }
    const { meta } = await admin.users.find({ page: 7, limit: 5 })
    const before = await admin.users.find({ limit: 5, cursor: meta.previousCursor! })
    expect(before.data.map(({ id }) => ids.indexOf(id))).toEqual(all.slice(25, 30))
  })

  test('of one app have the totals that clients of the field read', async () => {
    const { data, meta } = await admin.users.list({ appId: other.id, page: 2, limit: 4 })
    expect(data.map(({ id }) => ids.indexOf(id))).toEqual([15, 12, 9, 6])
    expect(meta).toMatchObject({ totalItems: 10, totalPages: 3 })
    expect((await admin.users.list({ appId: app.id, search: 'Player 10', state: 'disabled' })).data).toEqual([])
    expect((await admin.users.list({ appId: app.id, search: 'Player 10' })).data).toHaveLength(1)
  })

  test('a cursor of another sorting, or none at all, is refused', async () => {
    const { meta } = await admin.users.find({ limit: 2 })
    const foreign = [
      meta.nextCursor!,
      'x',
      Buffer.from('createdAt.asc.next.1.------------------------------------').toString('base64url'),
    ]
    for (const cursor of foreign)
      await expect(admin.users.find({ cursor, order: 'asc' })).rejects.toMatchObject({
        status: 400,
        code: 'invalid_input',
      })
    await expect(admin.users.find({ appId: randomUUID() })).rejects.toMatchObject({ code: 'app_not_found' })
  })
})
