import { defaultGameRules } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let appId: string

beforeAll(async () => {
  harness = await openConsole('/apps')
  appId = (await createTestApp(harness.server, harness.adminToken, 'Rings')).id
  const player = await signInAs(harness.server, appId, 'grace')
  await player.client.game.click({ count: 200, seq: 1 })
})
afterAll(() => harness.stop())

const button = (name: string) => harness.page.getByRole('button', { name, exact: true })
const field = (name: string) => harness.page.getByLabel(name, { exact: true })
const rules = () => harness.admin.gameRules.get({ appId })
const simulation = () => harness.page.getByRole('region', { name: 'Simulation' })
const boost = (name: string) =>
  harness.page.locator('.ui-card').filter({ has: harness.page.getByRole('heading', { name, exact: true }) })

test('rules are reached from the navigation and show what is in force', async () => {
  const { page, go } = harness
  await go(`/apps/${appId}`)
  await page.getByRole('region', { name: 'Game' }).getByRole('link', { name: 'Rules' }).click()
  await page.getByRole('heading', { name: 'Rules', exact: true }).waitFor()
  expect(await field('Maximum').inputValue()).toBe('1,000')
  await simulation().getByText('By the rules in force.').waitFor()
  await simulation().getByText('1 of 1 players were looked at.').waitFor()
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  // A switch stands where fields end.
  const [tapGame, maximum] = [page.getByRole('switch', { name: 'Tap game' }), field('Maximum')]
  const rightOf = async (control: typeof maximum) => {
    const { x, width } = (await control.boundingBox())!
    return x + width
  }
  expect(Math.abs((await rightOf(tapGame)) - (await rightOf(maximum)))).toBeLessThan(4)
  await harness.shoot('game-rules')
})

test('a change is simulated before it is saved, and saved as a new version', async () => {
  const { page } = harness
  await field('Maximum').fill('2,000')
  await simulation().getByText('By the rules in force, then by those in the form.').waitFor()
  await simulation().getByText('+').first().waitFor()
  expect((await rules()).version).toBe(0)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-rules-simulated')
  await field('Maximum').fill('0')
  await expectText(page, 'Some values cannot be read. This is with those before them.')
  await button('Save changes').click()
  await expectText(page, 'Must be from 1 to 1,000,000')
  await expectText(page, 'To correct: Energy · Maximum')
  await field('Maximum').fill('much')
  await expectText(page, 'Must be a whole number')
  await field('Maximum').fill('2000')
  await button('Save changes').click()
  await expectText(page, 'Version 1 is in force')
  expect((await rules()).rules).toEqual({ ...defaultGameRules, energy: { max: 2000, perSecond: 1 } })
})

test('lists are added to, filled by a factor, pasted into and checked as a whole', async () => {
  const { page } = harness
  const multitap = boost('Multitap')
  await multitap.getByRole('button', { name: 'Add' }).click()
  expect(await multitap.getByLabel('11', { exact: true }).inputValue()).toBe('1,024,000')
  await multitap.getByRole('button', { name: 'Fill …' }).click()
  await page.getByLabel('First number').fill('500')
  await page.getByLabel('How many').fill('3')
  await harness.shoot('game-rules-fill')
  expect(await harness.axe()).toEqual([])
  await button('Replace the list').click()
  await multitap.getByLabel('1', { exact: true }).evaluate((input) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text', '600\n1,200\n2400')
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  })
  await expect.poll(() => multitap.getByLabel('3', { exact: true }).inputValue()).toBe('2400')
  await multitap.getByRole('button', { name: 'Remove 3 of Price of each level' }).click()
  const levels = page.getByRole('region', { name: 'Levels' })
  await levels.getByLabel('1', { exact: true }).fill('30000')
  await button('Save changes').click()
  await levels.getByText('Each must be greater than the one before').waitFor()
  await levels.getByLabel('1', { exact: true }).fill('4000')
  const leagues = page.getByRole('region', { name: 'Leagues' })
  await leagues.getByRole('button', { name: 'Add' }).click()
  const line = leagues.getByRole('group', { name: 'Leagues, 6' })
  await line.getByLabel('ID').fill('Master')
  await line.getByLabel('Name').fill('Master')
  await line.getByLabel('From earned rings').fill('500,000,000')
  await button('Save changes').click()
  await line.getByText('Must be 1 to 32 lower-case letters, digits or hyphens').waitFor()
  expect(await harness.axe()).toEqual([])
  await leagues.scrollIntoViewIfNeeded()
  await harness.shoot('game-rules-lists')
  await line.getByLabel('ID').fill('master')
  await button('Save changes').click()
  await expectText(page, 'Version 2 is in force')
  const { boosts, levels: saved, leagues: ranks } = (await rules()).rules
  expect([boosts.multitap.prices, saved[0], ranks.at(-1)]).toEqual([
    [600, 1200],
    4000,
    { id: 'master', name: 'Master', from: 500_000_000 },
  ])
})

test('an operator who saves later is told what another one changed, and saves on top of it', async () => {
  const { page } = harness
  await field('Rings for an invitation').fill('3000')
  await harness.admin.gameRules.update({ appId, energy: { perSecond: 3 } })
  await button('Save changes').click()
  await expectText(page, 'Another operator has made version 3 meanwhile')
  await expectText(page, /^Energy · Refill a second: 1 becomes 3$/)
  expect((await rules()).rules.referral.reward).toBe(2000)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-rules-conflict')
  await button('Save changes').click()
  await expectText(page, 'Version 4 is in force')
  const { referral, energy } = (await rules()).rules
  expect([referral.reward, energy.perSecond]).toEqual([3000, 3])
})

test('versions tell who made each and what it changed; an older one comes back into the form', async () => {
  const { page } = harness
  await button('Versions').click()
  const panel = page.getByRole('dialog', { name: 'Versions' })
  await panel.getByText(/^Invitations · Rings for an invitation: 2,000 becomes 3,000$/).waitFor()
  await panel.getByText(/^Energy · Maximum: 1,000 becomes 2,000$/).waitFor()
  await panel.getByText('· operator').first().waitFor()
  await panel.getByText('Built-in rules').waitFor()
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-rules-versions')
  const first = panel.getByRole('listitem').filter({ has: page.getByRole('heading', { name: 'Version 1' }) })
  await first.getByRole('button', { name: 'Put into the form' }).click()
  await expectText(page, 'Version 1 is in the form. Nothing is saved yet.')
  expect((await rules()).version).toBe(4)
  await page.getByRole('link', { name: 'Login methods' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await button('Save changes').click()
  await expectText(page, 'Version 5 is in force')
  expect((await rules()).rules).toEqual({ ...defaultGameRules, energy: { max: 2000, perSecond: 1 } })
})

test('the rules speak the language of the page', async () => {
  const { page } = harness
  const speak = (locale: string) =>
    page.evaluate((language) => localStorage.setItem('OpenAuth:Console:Language', language), locale)
  await speak('ru')
  await harness.open(`/apps/${appId}/game/rules`)
  await expectText(page, 'Колец за касание')
  await expectText(page, 'День трёх образцовых игроков.')
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('game-rules-ru')
  await speak('en')
})

test('nothing is written to the browser’s console, and no policy is violated', () =>
  // Chromium itself reports the answer of 409, which a test above asks for.
  expect(harness.errors.filter((line) => !line.includes('409'))).toEqual([]))
