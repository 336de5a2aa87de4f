import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

const MARKUP = '<i onmouseover="x">Shop'

let harness: ConsoleHarness
beforeAll(async () => {
  harness = await openConsole('/apps')
  const { server, adminToken, admin } = harness
  const { id } = await createTestApp(server, adminToken, MARKUP)
  await signInAs(server, id, 'first user')
  await signInAs(server, id, 'second user')
  await admin.apps.update({ id, googleEnabled: true })
})
afterAll(() => harness.stop())

test('the dashboard shows figures, charts, the newest users and events, and what needs attention with its remedy', async () => {
  const { page } = harness
  await harness.go('/dashboard')
  const registrations = page.locator('.ui-stat').filter({ hasText: 'Registrations' })
  await registrations.getByText('2', { exact: true }).waitFor()
  await page.getByRole('figure', { name: 'Logins by method' }).locator('svg.recharts-surface').first().waitFor()
  const people = page.getByRole('figure', { name: 'Registrations and active users' })
  await people.locator('.recharts-line-curve').nth(1).waitFor()
  const dashes = people
    .locator('.recharts-line-curve')
    .evaluateAll((lines) => lines.map((line) => line.getAttribute('stroke-dasharray')))
  expect(new Set(await dashes).size).toBe(2)
  const ticks = people.locator('.recharts-yAxis-tick-labels .recharts-cartesian-axis-tick-value')
  expect(await ticks.allTextContents()).toEqual(['0', '1', '2'])
  const remedy = page.getByRole('link', { name: /Google is on, but nobody can log in with it/ })
  expect(await remedy.getAttribute('href')).toMatch(/\/login-methods\/google$/)
  await expectText(page, `operator created app ${MARKUP}`)
  await page.getByRole('link', { name: 'second user' }).first().waitFor()
  const cards = page.locator('.statistics-cards > .ui-card')
  expect(await cards.evaluateAll((all) => all.filter((card) => card.scrollWidth > card.clientWidth).length)).toBe(0)
  expect(await harness.overflow()).toBe(0)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('dashboard')
})

test('the period is in the address; a day is drawn by hours', async () => {
  const { page } = harness
  await harness.go('/dashboard?period=day')
  await page.locator('a[aria-current=page]').filter({ hasText: 'Today' }).waitFor()
  await page.locator('.ui-stat').filter({ hasText: 'Registrations' }).getByText('2', { exact: true }).waitFor()
  expect(harness.errors).toEqual([])
})
