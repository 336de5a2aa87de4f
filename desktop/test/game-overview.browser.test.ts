import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { countGameDays } from '../../api/src/features/game/stats/count-days.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

const DAY = 86_400_000

let harness: ConsoleHarness
let appId: string

beforeAll(async () => {
  harness = await openConsole('/apps')
  appId = (await createTestApp(harness.server, harness.adminToken, 'Rings')).id
})
afterAll(() => harness.stop())

/** A month of play: of each day's new players fewer and fewer come back. */
const addPast = async () => {
  const { prisma } = harness.server.resources.db
  const today = Math.floor(Date.now() / DAY)
  const days = Array.from({ length: 40 }, (_, ago) => {
    const players = 20 + ((ago * 7) % 13) + (40 - ago)
    const taps = players * (900 + ((ago * 131) % 400))
    return {
      appId,
      day: today - ago,
      taps,
      players,
      newPlayers: 10 + ((ago * 5) % 7),
      made: taps * 2,
      spent: taps,
      claimed: Math.round(taps / 3),
      adjusted: 0,
      returned1: 6 + (ago % 3),
      returned7: 3,
      returned30: 1 + (ago % 2),
    }
  })
  await prisma.gameDay.deleteMany({ where: { appId } })
  await prisma.gameDay.createMany({ data: days })
  const counted = { closedDay: today - 1, countedAt: Date.now(), nextAt: Date.now() + DAY }
  await prisma.gameDayCount.upsert({ where: { id: 1 }, create: { id: 1, ...counted }, update: counted })
}

test('an app without players says so, and leads to the rules', async () => {
  const { page, open } = harness
  await open(`/apps/${appId}`)
  await page.getByRole('region', { name: 'Game' }).getByRole('link', { name: 'Game overview' }).click()
  await expectText(page, 'Nobody has played in this period')
  await page.getByRole('main').getByRole('link', { name: 'Rules' }).waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-empty')
})

test('today’s taps and players show once they are counted', async () => {
  const { page, server } = harness
  const player = await signInAs(server, appId, 'grace')
  await player.client.game.click({ count: 123, seq: 1 })
  await expect.poll(() => countGameDays(server.resources.db, Date.now), { timeout: 20_000 }).toBe(true)
  await harness.open(`/apps/${appId}/game`)
  await expectText(page, '123 today')
  await page.getByRole('figure', { name: 'Taps by day' }).waitFor()
  await page.getByText('Nothing in this period.').waitFor()
  expect(await harness.axe()).toEqual([])
})

test('charts have taps, players and rings of a period, and the shares of new players who came back', async () => {
  const { page } = harness
  await addPast()
  await harness.open(`/apps/${appId}/game?period=quarter`)
  const retention = page.getByRole('figure', { name: 'Retention' })
  await retention.getByText('After 30 days').waitFor()
  await retention.getByRole('button', { name: 'Show as table' }).click()
  await retention.getByText('–').first().waitFor()
  expect(await retention.getByText(/^\d+(\.\d)?%$/).count()).toBeGreaterThan(30)
  await retention.getByRole('button', { name: 'Show as chart' }).click()
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.open(`/apps/${appId}/game`)
  await page.getByRole('figure', { name: 'Rings by day' }).locator('.recharts-line-curve').first().waitFor()
  await harness.shoot('game-overview')
  await page.getByRole('figure', { name: 'Retention' }).scrollIntoViewIfNeeded()
  await harness.shoot('game-overview-retention')
  await page.getByRole('link', { name: '7 days' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('period')).toBe('week')
})

test('a game that is switched off says so; what cannot be read can be tried again', async () => {
  const { page } = harness
  await harness.admin.gameRules.update({ appId, enabled: false })
  await harness.open(`/apps/${appId}/game`)
  await expectText(page, 'Players do not have the game: the rules switch it off')
  expect(await harness.axe()).toEqual([])
  await page.route('**/game/stats*', (route) => route.abort())
  await harness.open(`/apps/${appId}/game`)
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/game/stats*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('figure', { name: 'Taps by day' }).waitFor()
})

test('nothing is written to the browser’s console, and no policy is violated', () =>
  // Chromium itself reports the call that the test above aborts.
  expect(harness.errors.filter((line) => !line.includes('ERR_FAILED'))).toEqual([]))
