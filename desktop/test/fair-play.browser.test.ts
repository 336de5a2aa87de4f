import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestUser } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let player: TestUser
let appId: string

const DAY = 86_400_000

beforeAll(async () => {
  harness = await openConsole('/apps')
  appId = (await createTestApp(harness.server, harness.adminToken, 'Rings')).id
  player = await signInAs(harness.server, appId, 'grace')
})
afterAll(() => harness.stop())

/** Two flags of today, one strong and one weak, as the observation stores them. */
const addFlags = async () => {
  const now = Date.now()
  const flag = { userId: player.id, appId, day: Math.floor(now / DAY), foundAt: BigInt(now) }
  await harness.server.resources.db.prisma.playerFlag.createMany({
    data: [
      { ...flag, code: 'short_rest', value: 1.5, threshold: 3 },
      { ...flag, code: 'at_cap', value: 0.82, threshold: 0.5 },
    ],
  })
}

const decide = async (title: string, reason: string, fill?: { label: string; value: string }) => {
  const { page } = harness
  await page.getByRole('main').getByRole('button', { name: title }).click()
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('button', { name: title }).isDisabled()).toBe(true)
  if (fill) await dialog.getByLabel(fill.label).fill(fill.value)
  await dialog.getByLabel('Reason').fill(reason)
  expect(await harness.axe()).toEqual([])
  await dialog.getByRole('button', { name: title }).click()
}

test('an app whose players were not flagged says so, and is reached from the navigation', async () => {
  const { page, go } = harness
  await go(`/apps/${appId}`)
  await page.getByRole('region', { name: 'Game' }).getByRole('link', { name: 'Fair play' }).click()
  await expectText(page, 'Nobody is here')
  expect(await harness.axe()).toEqual([])
})

test('flagged players are listed by state, and a review tells what was measured', async () => {
  const { page } = harness
  await player.client.game.click({ count: 120, seq: 1 })
  await addFlags()
  await harness.open(`/apps/${appId}/game/fair-play`)
  await page.getByRole('link', { name: 'grace' }).waitFor()
  await expectText(page, 'Only flagged')
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('fair-play')
  await page.getByRole('link', { name: 'To decide' }).click()
  await expectText(page, 'Nobody is here')
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('link', { name: 'grace' }).click()
  await expectText(page, /1\.5 hours; flagged below 3 hours/)
  await expectText(page, /82%; flagged above 50%/)
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('fair-play-review')
})

test('an operator holds payouts, limits taps and clears, each with a reason', async () => {
  const { page, admin } = harness
  const review = () => admin.gameReviews.get({ appId, id: player.id })
  await decide('Hold payouts', 'Plays all night')
  await expectText(page, 'Plays all night')
  expect((await review()).state).toBe('held')
  await decide('Limit taps', 'Too fast', { label: 'Taps a second at most', value: '300' })
  await page
    .getByRole('dialog')
    .getByRole('alert')
    .or(page.getByRole('dialog').locator('.ui-field-error'))
    .first()
    .waitFor()
  expect((await review()).tapLimit).toBeNull()
  await page.getByRole('dialog').getByLabel('Taps a second at most').fill('5')
  await harness.shoot('fair-play-limit')
  await page.getByRole('dialog').getByRole('button', { name: 'Limit taps' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect((await review()).tapLimit).toBe(5)
  await decide('Clear', 'Showed a recording')
  await expectText(page, 'Showed a recording')
  expect(await review()).toMatchObject({ state: 'cleared', heldSince: null, tapLimit: null })
  await harness.shoot('fair-play-cleared')
})

test('a user who never played has no review', async () => {
  const other = await signInAs(harness.server, appId, 'ada')
  await harness.open(`/apps/${appId}/game/fair-play/${other.id}`)
  await expectText(harness.page, 'This player is not here')
  expect(await harness.axe()).toEqual([])
})

test('nothing is written to the browser’s console, and no policy is violated', () =>
  // Chromium itself reports the answers of 400, 404 and 422 that tests above ask for.
  expect(harness.errors.filter((line) => !/\b(400|404|422)\b/.test(line))).toEqual([]))
