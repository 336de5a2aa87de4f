import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  inParallel,
  signInAs,
  signInAsAdmin,
  type TestApp,
  testServer,
  type TestServer,
} from '../../testing.ts'
import { readStats } from './read.ts'
import { rollUp } from '../rollups/rollup.ts'
import { addPast } from './statistics.testing.ts'
import { countUsers } from '../rollups/totals.ts'

const DAY = 86_400_000

let server: TestServer
let adminToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  adminToken = await signInAsAdmin(server)
})
afterAll(() => server.stop())

const db = () => server.resources.db
const admin = () => server.as(adminToken)
let serial = 0
const newApp = (): Promise<TestApp> => createTestApp(server, adminToken, `Counted ${(serial += 1)}`)

/** A row of the ledger as a send leaves it. */
const addSend = async (appId: string, userId: string) => {
  const by = { appId, userId, chain: 'solana', network: 'solana', kind: 'transfer' } as const
  const { id } = await db().prisma.transaction.create({ data: { ...by, fromAddress: 'a', rpcUrl: 'b' } })
  return id
}

/** What the tables say of an app since the beginning; a test lasts less than a day. */
const countRows = async (appId: string) => {
  const { prisma } = db()
  const sessions = await prisma.session.groupBy({ by: ['method'], where: { user: { appId } }, _count: true })
  const sends = await prisma.transaction.groupBy({ by: ['status'], where: { appId }, _count: true })
  const none = { created: 0, submitted: 0, confirmed: 0, failed: 0, expired: 0 }
  const deletions = await prisma.user.count({ where: { appId, deletedAt: { not: null } } })
  return {
    registrations: await prisma.user.count({ where: { appId } }),
    deletions,
    logins: Object.fromEntries(sessions.map(({ method, _count }) => [method, _count])),
    wallets: await prisma.wallet.count({ where: { user: { appId } } }),
    sends:
      sends.length === 0
        ? {}
        : { solana: { ...none, ...Object.fromEntries(sends.map(({ status, _count }) => [status, _count])) } },
    activeUsers: (await prisma.user.count({ where: { appId, activeOn: { not: null } } })) + deletions,
  }
}

const expectExact = async (appId: string) => {
  const rows = await countRows(appId)
  const { users, totals, days, hours } = await admin().stats.ofApp({ id: appId, days: 2 })
  expect(totals).toMatchObject(rows)
  expect(users).toBe(rows.registrations - rows.deletions)
  expect(days.reduce((sum, day) => sum + day.activeUsers, 0)).toBe(rows.activeUsers)
  expect(hours.reduce((sum, hour) => sum + hour.registrations, 0)).toBe(rows.registrations)
  return rows
}

test('the figures equal the rows after 200 concurrent registrations, logins, sends and deletions, during rollups too', async () => {
  const app = await newApp()
  const users = await inParallel(20, (index) => signInAs(server, app.id, `parallel ${index}`))
  let stopped = false
  const rolling = (async () => {
    while (!stopped) await rollUp(db())
  })()
  const login = (index: number) =>
    server.as().login.username({
      appId: app.id,
      username: `parallel ${index}`,
      password: `password of parallel ${index}`,
      type: 'login',
    })
  await inParallel(200, async (index) => {
    const which = index % 20
    if (index < 20) await users[which]!.client.account.wallets()
    if (index < 40) await login(which)
    else if (index < 60) await app.client.appUsers.findOrCreate({ telegram: String(90_000 + index) })
    else {
      const id = await addSend(app.id, users[which]!.id)
      if (index % 4 === 0) return
      await db().prisma.transaction.update({ where: { id }, data: { status: 'submitted' } })
      if (index % 4 === 1) return
      await db().prisma.transaction.update({
        where: { id },
        data: { status: index % 4 === 2 ? 'confirmed' : 'expired' },
      })
    }
  })
  await Promise.all(users.slice(0, 5).map(({ id }) => admin().users.delete({ appId: app.id, id })))
  stopped = true
  await rolling
  const open = await db().prisma.session.count({ where: { user: { appId: app.id } } })
  // The sessions of deleted users have ended, and stay counted as logins.
  const ended = 60 - open
  const { totals, users: left } = await admin().stats.ofApp({ id: app.id, days: 1 })
  const { logins, ...rows } = await countRows(app.id)
  expect(totals).toMatchObject(rows)
  expect(totals.logins).toEqual({ username: logins.username! + ended })
  expect([ended, left, rows.registrations, rows.deletions, rows.wallets]).toEqual([15, 35, 40, 5, 60])
  expect(rows.sends.solana).toEqual({ created: 35, submitted: 35, confirmed: 35, failed: 0, expired: 35 })
  expect(await countUsers(db().prisma, [app.id])).toBe(35)
})

test('the figures are the same before and after a rollup, and add up to those of all apps', async () => {
  const [one, two] = [await newApp(), await newApp()]
  const ada = await signInAs(server, one.id, 'ada')
  await signInAs(server, two.id, 'ada')
  await addSend(one.id, ada.id)
  const before = await expectExact(one.id)
  await rollUp(db())
  expect(await expectExact(one.id)).toEqual(before)
  const apps = await admin().apps.list()
  const each = await Promise.all(apps.map(({ id }) => admin().stats.get({ appId: id })))
  const all = await admin().stats.get({})
  const sum = (of: (stats: (typeof each)[number]) => number) => each.reduce((total, stats) => total + of(stats), 0)
  expect(all.users).toBe(sum(({ users }) => users))
  expect(all.totals.registrations).toBe(sum(({ totals }) => totals.registrations))
  expect(all.totals.activeUsers).toBe(sum(({ totals }) => totals.activeUsers))
  expect(all.days).toHaveLength(30)
  expect(all.hours).toEqual([])
})

test('a user is active once a day by logins and calls, and once in a period of several days', async () => {
  const app = await newApp()
  const { id } = await signInAs(server, app.id, 'regular')
  await signInAs(server, app.id, 'newcomer')
  const login = () =>
    server.as().login.username({ appId: app.id, username: 'regular', password: 'password of regular', type: 'login' })
  // No call has been made in this session yet, so its state is not cached.
  const { token } = await login()
  const activeUsers = async () => (await admin().stats.ofApp({ id: app.id, days: 1 })).totals.activeUsers
  expect(await activeUsers()).toBe(2)
  // As if both had last been seen three days ago.
  const before = new Date(Date.now() - 3 * DAY)
  await db().prisma.$executeRaw`DELETE FROM "StatisticDelta" WHERE "appId" = ${app.id}::uuid AND kind = 'activeUsers'`
  await addPast(db(), app.id, 'activeUsers', '0', before, 2)
  await db().prisma.user.updateMany({ where: { appId: app.id }, data: { activeOn: before } })
  await db().prisma.session.updateMany({ where: { userId: id }, data: { lastUsedAt: before } })
  expect(await activeUsers()).toBe(0)
  await server.as(token).account.profile()
  expect(await activeUsers()).toBe(1)
  await login()
  const { totals, days } = await admin().stats.ofApp({ id: app.id, days: 4 })
  expect(totals.activeUsers).toBe(2)
  expect(days.map((day) => day.activeUsers)).toEqual([2, 0, 0, 1])
})

test('a login that began before midnight and ends after one of the new day counts nobody twice', async () => {
  const app = await newApp()
  const { id } = await signInAs(server, app.id, 'night owl')
  const tomorrow = new Date(Math.floor(Date.now() / DAY) * DAY + DAY)
  const see = (activeOn: Date) => db().prisma.user.update({ where: { id }, data: { activeOn } })
  const counted = () => db().prisma.$queryRaw`
    SELECT key, sum(count)::int AS count FROM "StatisticDelta" WHERE "appId" = ${app.id}::uuid AND kind = 'activeUsers'
    GROUP BY 1 ORDER BY 1`
  // The statement of the new day is through first.
  await see(tomorrow)
  const expected = [
    { key: '0', count: 1 },
    { key: '1', count: 1 },
  ]
  expect(await counted()).toEqual(expected)
  await server
    .as()
    .login.username({ appId: app.id, username: 'night owl', password: 'password of night owl', type: 'login' })
  await see(tomorrow)
  expect(await counted()).toEqual(expected)
})

test('a send that was given up after its count was rolled up leaves no network behind', async () => {
  const app = await newApp()
  const { id: userId } = await signInAs(server, app.id, 'undecided')
  const id = await addSend(app.id, userId)
  await rollUp(db())
  await db().prisma.transaction.delete({ where: { id } })
  const { totals, days } = await admin().stats.ofApp({ id: app.id, days: 1 })
  expect([totals.sends, days[0]!.sends]).toEqual([{}, {}])
})

test('the deletion of an app removes its figures, from those of all apps too, and its late events are discarded', async () => {
  const app = await newApp()
  const { id } = await signInAs(server, app.id, 'left behind')
  const send = await addSend(app.id, id)
  const before = await admin().stats.get({})
  await rollUp(db())
  await signInAs(server, app.id, 'not rolled up')
  await admin().apps.delete({ id: app.id })
  await db().prisma.transaction.update({ where: { id: send }, data: { status: 'confirmed' } })
  const expectGone = async () => {
    const after = await admin().stats.get({})
    expect(after.users).toBe(before.users - 1)
    expect(after.totals.registrations).toBe(before.totals.registrations - 1)
    expect(after.totals.sends.solana?.created).toBe(before.totals.sends.solana!.created - 1)
    expect(after.totals.sends.solana?.confirmed).toBe(before.totals.sends.solana!.confirmed)
  }
  await expectGone()
  await rollUp(db())
  await expectGone()
  expect(await db().prisma.statistic.count({ where: { appId: app.id } })).toBe(0)
  await expect(admin().stats.ofApp({ id: app.id })).rejects.toMatchObject({ code: 'app_not_found' })
  await expect(admin().stats.get({ appId: app.id })).rejects.toMatchObject({ code: 'app_not_found' })
})

test('failed logins count by method, not for unknown apps, disabled methods or registrations; a stop writes them', async () => {
  const app = await newApp()
  await signInAs(server, app.id, 'target')
  const login = (body: object) => server.send('POST', '/user/login-username', { body })
  const guess = { appId: app.id, username: 'target', password: 'a wrong guess', type: 'login' }
  await inParallel(5, () => login(guess))
  await login({ ...guess, type: 'register' })
  await login({ ...guess, appId: randomUUID() })
  await server.send('POST', '/user/login-github', { body: { appId: app.id, token: 'x' } })
  await server.app.close()
  const { totals } = await readStats(db(), { appIds: [app.id], days: 1 })
  expect(totals.failedLogins).toEqual({ username: 5 })
  const written = await db().prisma.$queryRaw`SELECT DISTINCT "appId" FROM "StatisticDelta" WHERE kind = 'failedLogins'`
  expect(written).toEqual([{ appId: app.id }])
})
