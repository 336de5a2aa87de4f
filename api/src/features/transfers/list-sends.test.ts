import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../testing.ts'

const START = Date.UTC(2026, 0, 1)
const HOUR = 3_600_000
const recipient = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'

let server: TestServer
let admin: ReturnType<TestServer['as']>
let first: TestApp
let second: TestApp
let ada: TestUser
let bob: TestUser
const ids: string[] = []

const chains = [
  { chain: 'ethereum', network: 'base', kind: 'transfer' },
  { chain: 'solana', network: 'solana', kind: 'transaction' },
  { chain: 'polkadot', network: 'vara', kind: 'message' },
] as const
const statuses = ['confirmed', 'failed'] as const

beforeAll(async () => {
  server = await testServer()
  const token = await signInAsAdmin(server)
  admin = server.as(token)
  first = await createTestApp(server, token, 'First app')
  second = await createTestApp(server, token, 'Second app')
  ada = await signInAs(server, first.id, 'Ada')
  bob = await signInAs(server, second.id, 'Bob')
  const rows = Array.from({ length: 24 }, (_, n) => ({
    ...chains[n % 3]!,
    id: randomUUID(),
    appId: n % 2 === 0 ? first.id : second.id,
    userId: n % 2 === 0 ? ada.id : bob.id,
    status: statuses[n % 4 === 3 ? 1 : 0],
    fromAddress: 'a wallet',
    toAddress: n % 3 === 0 ? recipient : null,
    signature: `0xabc${n}`,
    formerSignatures: n === 5 ? ['0xreplaced'] : [],
    signed: Buffer.from('signed bytes'),
    rpcUrl: 'http://127.0.0.1',
    createdAt: new Date(START + n * HOUR),
    settledAt: new Date(START + n * HOUR),
  }))
  await server.resources.db.prisma.transaction.createMany({ data: rows })
  ids.push(...rows.map(({ id }) => id))
})
afterAll(() => server.stop())

const found = async (input: Parameters<typeof admin.adminTransactions.list>[0]) =>
  (await admin.adminTransactions.list({ limit: 100, ...input })).data.map(({ id }) => ids.indexOf(id))
const all = Array.from({ length: 24 }, (_, n) => 23 - n)

describe('sends of all apps', () => {
  test('are listed newest first with app and user, without what was signed', async () => {
    const { data, meta } = await admin.adminTransactions.list({ limit: 2 })
    expect(data[0]).toMatchObject({
      id: ids[23],
      app: { id: second.id, name: 'Second app' },
      user: { id: bob.id, name: 'Bob' },
    })
    expect(Object.keys(data[0]!)).not.toContain('signed')
    expect(meta).toMatchObject({ totalItems: 24, totalPages: 12, totalIsCapped: false, previousCursor: null })
  })

  test.each([
    ['app', () => ({ appId: first.id }), (n: number) => n % 2 === 0],
    ['user', () => ({ userId: bob.id }), (n: number) => n % 2 === 1],
    ['user of another app', () => ({ userId: bob.id, appId: first.id }), () => false],
    ['chain', () => ({ chain: 'ethereum' as const }), (n: number) => n % 3 === 0],
    ['network and kind', () => ({ network: 'vara' as const, kind: 'message' as const }), (n: number) => n % 3 === 2],
    ['status', () => ({ status: 'failed' as const }), (n: number) => n % 4 === 3],
    ['time', () => ({ from: START + 3 * HOUR, to: START + 6 * HOUR }), (n: number) => n >= 3 && n < 6],
    ['signature', () => ({ q: '0xABC7' }), (n: number) => n === 7],
    ['signature of an earlier version', () => ({ q: '0xreplaced' }), (n: number) => n === 5],
    ['recipient', () => ({ q: recipient.toLowerCase() }), (n: number) => n % 3 === 0],
    ['recipient and status', () => ({ q: recipient, status: 'failed' as const }), (n: number) => n === 3 || n === 15],
    ['id of a user', () => ({ q: ada.id }), (n: number) => n % 2 === 0],
    ['id of a send', () => ({ q: ids[9]! }), (n: number) => n === 9],
    ['nothing', () => ({ q: "' OR 1=1 --" }), () => false],
  ])('are filtered by %s', async (_, filters, matches) => {
    const expected = all.filter(matches)
    expect(await found(filters())).toEqual(expected)
    expect((await admin.adminTransactions.list({ ...filters(), limit: 1 })).meta.totalItems).toBe(expected.length)
  })

  test('are found by the address of a wallet on each chain, that chain only', async () => {
    const wallets = await ada.client.account.wallets()
    const even = all.filter((n) => n % 2 === 0)
    expect(await found({ q: wallets.ethWallet.toLowerCase() })).toEqual(even.filter((n) => n % 3 === 0))
    expect(await found({ q: wallets.solWallet })).toEqual(even.filter((n) => n % 3 === 1))
    expect(await found({ q: wallets.dotWallet })).toEqual(even.filter((n) => n % 3 === 2))
  })

  test.each([{}, { q: recipient }, { order: 'asc' as const }])('are paged by cursors: %j', async (filters) => {
    const expected = await found(filters)
    const forward: string[] = []
    let cursor: string | null | undefined
    do {
      const { data, meta } = await admin.adminTransactions.list({ ...filters, limit: 5, ...(cursor ? { cursor } : {}) })
      forward.push(...data.map(({ id }) => id))
      cursor = meta.nextCursor
    } while (cursor)
    expect(forward.map((id) => ids.indexOf(id))).toEqual(expected)
  })

  test('of deleted users and apps stay, without a name', async () => {
    await admin.users.delete({ appId: second.id, id: bob.id })
    await admin.apps.delete({ id: second.id })
    const { data, meta } = await admin.adminTransactions.list({ limit: 1 })
    expect([meta.totalItems, data[0]!.user]).toEqual([24, { id: bob.id, name: null }])
    await expect(admin.adminTransactions.list({ appId: randomUUID() })).rejects.toMatchObject({ code: 'app_not_found' })
  })
})
