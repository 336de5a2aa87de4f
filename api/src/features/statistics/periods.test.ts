import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'
import { deleteExpiredRows } from '../housekeeping.ts'
import { readStats } from './read.ts'
import { rollUp } from '../rollups/rollup.ts'
import { addPast } from './statistics.testing.ts'
import { countUsers } from '../rollups/totals.ts'

const DAY = 86_400_000

let server: TestServer
let app: TestApp
let serial = 0
beforeAll(async () => {
  server = await testServer()
})
beforeEach(async () => {
  app = await createTestApp(server, await signInAsAdmin(server), `Counted ${(serial += 1)}`)
})
afterAll(() => server.stop())

const db = () => server.resources.db

test('the previous period has the same number of days and ends at the same hour; its active users are different ones', async () => {
  const now = new Date('2026-03-20T10:30:00Z')
  const at = (text: string) => new Date(`2026-${text}Z`)
  await addPast(db(), app.id, 'registrations', '', at('03-20T09:00'), 6)
  await addPast(db(), app.id, 'registrations', '', at('03-13T10:59'), 4)
  await addPast(db(), app.id, 'registrations', '', at('03-13T11:00'), 100)
  await addPast(db(), app.id, 'registrations', '', at('03-06T23:00'), 1000)
  // A user of every day from the 6th to the 14th, and one of the 10th, the 12th and the 18th.
  await addPast(db(), app.id, 'activeUsers', '0', at('03-06T08:00'), 1)
  for (let day = 7; day <= 14; day += 1)
    await addPast(db(), app.id, 'activeUsers', '1', at(`03-${String(day).padStart(2, '0')}T08:00`), 1)
  await addPast(db(), app.id, 'activeUsers', '0', at('03-10T08:00'), 1)
  await addPast(db(), app.id, 'activeUsers', '2', at('03-12T08:00'), 1)
  await addPast(db(), app.id, 'activeUsers', '6', at('03-18T08:00'), 1)
  const read = (days: number) => readStats(db(), { appIds: [app.id], days, now })
  const expectWeek = async () => {
    const week = await read(7)
    expect(week.previous).toMatchObject({ from: at('03-07T00:00'), until: at('03-13T11:00') })
    expect([week.totals.registrations, week.previous?.totals.registrations]).toEqual([6, 4])
    expect([week.totals.activeUsers, week.previous?.totals.activeUsers]).toEqual([2, 2])
    expect(week.change).toMatchObject({ registrations: 0.5, activeUsers: 0, logins: null, sends: null })
    expect(week.days.map(({ activeUsers }) => activeUsers)).toEqual([1, 0, 0, 0, 1, 0, 0])
  }
  await expectWeek()
  await rollUp(db())
  await expectWeek()
  const day = await read(1)
  expect([day.days.length, day.hours.length, day.hours[9]?.registrations]).toEqual([1, 11, 6])
  expect((await read(2)).hours[0]?.at).toEqual(at('03-19T00:00'))
  expect((await read(40)).previous?.until).toEqual(at('02-09T00:00'))
  expect((await read(400)).previous).toBe(null)
})

test('daily and period active users equal a recount, whichever order the events arrive in', async () => {
  const now = new Date('2026-05-20T10:30:00Z')
  const today = Math.floor(now.getTime() / DAY)
  // User 1 is active on every day of the last 25, user 2 on every second, and so on.
  const seen = Array.from({ length: 8 }, (_, user) =>
    Array.from({ length: 25 }, (__, day) => today - 24 + day).filter((day) => day % (user + 1) === 0),
  )
  const events = seen.flatMap((days) =>
    days.map((day, index) => ({ day, gap: index > 0 ? day - days[index - 1]! : 0 })),
  )
  // Those of the latest days first: each later event belongs to a day that was added up before.
  for (const [index, { day, gap }] of events.toSorted((a, b) => b.day - a.day).entries()) {
    await addPast(db(), app.id, 'activeUsers', String(gap), new Date((day + 0.3) * DAY), 1)
    if (index % 20 === 0) await rollUp(db())
  }
  for (const length of [1, 3, 7, 12]) {
    const { totals, previous, days } = await readStats(db(), { appIds: [app.id], days: length, now })
    const activeIn = (from: number, until: number) =>
      seen.filter((each) => each.some((day) => day >= from && day < until)).length
    const recount = days.map(({ at }) => activeIn(at.getTime() / DAY, at.getTime() / DAY + 1))
    expect(days.map(({ activeUsers }) => activeUsers)).toEqual(recount)
    expect(totals.activeUsers).toBe(activeIn(today - length + 1, today + 1))
    expect(previous?.totals.activeUsers).toBe(activeIn(today - 2 * length + 1, today - length + 1))
  }
})

test('housekeeping keeps hours for 35 days, days for 400, and totals for ever', async () => {
  const now = new Date()
  for (const days of [1, 34, 37, 399, 402])
    await addPast(db(), app.id, 'registrations', '', new Date(now.getTime() - days * DAY), 1)
  await rollUp(db())
  const kept = async () => {
    const rows = await db().prisma.statistic.groupBy({ by: ['period'], where: { appId: app.id }, _count: true })
    return Object.fromEntries(rows.map(({ period, _count }) => [period, _count]))
  }
  expect(await kept()).toEqual({ hour: 5, day: 5, ever: 1 })
  await deleteExpiredRows(db(), now)
  expect(await kept()).toEqual({ hour: 2, day: 4, ever: 1 })
  await deleteExpiredRows(db(), new Date(now.getTime() + 40 * DAY))
  expect(await kept()).toEqual({ day: 3, ever: 1 })
  expect(await countUsers(db().prisma, [app.id])).toBe(5)
})
