import { afterAll, beforeAll, expect, test } from 'vitest'
import { standardRetention } from '../retention-settings.ts'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../testing.ts'
import { dataMap, tableOf } from './data-map/data-map.ts'
import { dropRelations, fillTable, fillTables } from './data-map/fill.testing.ts'
import { deleteExpiredRows } from './housekeeping.ts'
import { sweep, sweepsAt } from './sweeps.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** Tables whose ends have work of their own: the audit trail, fair play, days of the game, keys. */
const ownWork = [
  'AuditEvent',
  'AuditPersonal',
  'AuditLink',
  'PlayerDay',
  'PlayerTrace',
  'PlayerAddress',
  'PlayerFlag',
  'AddressSalt',
  'GameDay',
  'SigningKey',
  'OidcKey',
]

const ending = Object.entries(dataMap).flatMap(([model, { ends }]) => (ends ? [model] : []))

test('each table whose rows end by time in the data map is swept, or has work of its own, and no other is', () => {
  const swept = sweepsAt(new Date(), standardRetention).flatMap(({ model, clears }) => (clears ? [] : [model]))
  expect([...swept, ...ownWork].toSorted()).toEqual(ending.toSorted())
})

test('rows of all swept tables are there until they end, and gone after it; a thousand more than a batch too', async () => {
  const { pool } = server.resources.db
  const admin = await signInAsAdmin(server)
  const { id: appId } = await createTestApp(server, admin, 'Swept tables')
  const { id: userId } = await signInAs(server, appId, 'swept-user')
  await dropRelations(pool)
  await fillTables(pool, { userId, appId, mark: 'mark' })
  const now = new Date()
  const soon = new Date(now.getTime() + 3_600_000)
  const swept = sweepsAt(now, standardRetention).flatMap(({ model, clears }) => (clears ? [] : [tableOf(model)]))
  const given = {
    appId,
    userId,
    expiresAt: soon,
    createdAt: now,
    succeededAt: now,
    failedAt: now,
    expire: soon.getTime(),
  }
  for (const table of swept)
    await fillTable(pool, table, { ...given, at: now, ...(table === 'Avatar' ? { userId: appId } : {}) })
  await pool.query(
    `INSERT INTO "KnownClient" SELECT decode(md5(n::text), 'hex'), 'x', $1 FROM generate_series(1, 6000) n`,
    [soon],
  )
  const counted = async () => {
    const counts: Record<string, number> = {}
    for (const table of swept)
      counts[table] = (await pool.query<{ n: number }>(`SELECT count(*)::int AS n FROM "${table}"`)).rows[0]!.n
    return counts
  }
  const before = await counted()
  await sweep(server.resources.db, now, standardRetention)
  expect(await counted()).toEqual(before)
  expect(Object.entries(before).filter(([, count]) => count === 0)).toEqual([])
  // The figures of totals stay, events that wait, and secrets that do not expire.
  await pool.query(
    `DELETE FROM "Statistic" WHERE period = 'ever'; DELETE FROM "AppSecret" WHERE "expiresAt" IS NULL; UPDATE "WebhookDelivery" SET status = 'delivered'`,
  )
  await deleteExpiredRows(server.resources.db, new Date(now.getTime() + 30 * 365 * 86_400_000))
  const left = Object.entries(await counted()).filter(([table, count]) => count > 0 && table !== 'WebhookDelivery')
  expect(left).toEqual([])
})

test('addresses of machines that asked for sends are cleared after their time, and those of sends under way are not', async () => {
  const { prisma } = server.resources.db
  const admin = await signInAsAdmin(server)
  const { id: appId } = await createTestApp(server, admin, 'Old sends')
  const { id: userId } = await signInAs(server, appId, 'sent-long-ago')
  const sent = {
    appId,
    userId,
    chain: 'solana',
    network: 'solana',
    kind: 'transfer',
    fromAddress: 'a',
    rpcUrl: 'b',
  } as const
  const createdAt = new Date(Date.now() - 400 * 86_400_000)
  const old = { ...sent, createdAt, initiatorIp: '203.0.113.7' }
  const [settled, open, recent] = await Promise.all([
    prisma.transaction.create({ data: { ...old, settledAt: createdAt } }),
    prisma.transaction.create({ data: old }),
    prisma.transaction.create({ data: { ...old, createdAt: new Date(), settledAt: new Date() } }),
  ])
  await sweep(server.resources.db, new Date(), standardRetention)
  const addressOf = async ({ id }: { id: string }) =>
    (await prisma.transaction.findUniqueOrThrow({ where: { id } })).initiatorIp
  expect([await addressOf(settled), await addressOf(open), await addressOf(recent)]).toEqual([
    null,
    '203.0.113.7',
    '203.0.113.7',
  ])
})
