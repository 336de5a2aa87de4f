import { defaultGameRules } from '@openauth/client'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, overflow, seriousFindings, shoot, shootWidths, startHarness } from './harness.ts'
import { button } from './person.ts'

// What tasks of the tap game ask for, in the words that players read, and accounts that they need.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  const { gameTasks } = harness.admin
  const create = (title: string, check: object) =>
    gameTasks.create({ appId: harness.app.id, title, reward: 100, check } as Parameters<typeof gameTasks.create>[0])
  await create('Level up', { kind: 'level', level: 3 })
  await create('Bring one', { kind: 'invite', count: 1 })
  await create('Bring five', { kind: 'invite', count: 5 })
  await create('Warm up', { kind: 'taps', count: 1000 })
  await create('Shine', { kind: 'league', league: 'silver' })
  await create('Show your code', { kind: 'identity', provider: 'github' })
  await create('Sign', { kind: 'identity', provider: 'ethereum' })
  await create('Odyssey', { kind: 'odyssey' })
})
afterAll(() => harness?.stop())

const card = (page: Page, title: string) => page.locator('.task-card', { hasText: title })

test('texts name the condition, and progress is told also of one', async () => {
  const user = await harness.newUser('reads tasks')
  const { page, consoleErrors, close } = await harness.visit('/tap/tasks', { user })
  await expectText(page, 'Level up')
  expect(await card(page, 'Bring one').innerText()).toMatch(/0 of 1/)
  for (const [title, text] of [
    ['Level up', 'Reach level 3.'],
    ['Bring one', 'Invite 1 friend who plays.'],
    ['Bring five', 'Invite 5 friends who play.'],
    ['Warm up', 'Tap the ring 1,000 times.'],
    ['Shine', 'Reach the league Silver.'],
    ['Show your code', 'Connect your GitHub account.'],
    ['Sign', 'Connect your Ethereum account.'],
  ] as const) {
    await card(page, title).click()
    await expectText(page, text)
    await page.keyboard.press('Escape')
  }
  await shootWidths(page, 'task-words')
  expect(consoleErrors).toEqual([])
  await close()
})

test.each([
  ['es-ES', 'Bronce', 'hasta Plata', 'Alcanza la liga Plata.'],
  ['ru-RU', 'Бронза', 'До лиги «Серебро»', 'Достигните лиги «Серебро».'],
  ['zh-CN', '青铜', '个圆环到白银', '达到联赛“白银”。'],
])(
  'in %s built-in leagues have the names of the language, in the game, on the board and in tasks',
  async (locale, own, next, task) => {
    const user = await harness.newUser(`league ${locale}`)
    const { page, close } = await harness.visit('/tap', { user, locale, width: 360 })
    await expectText(page, own)
    await page.goto(`${harness.server.url}/tap/board`)
    await expectText(page, next)
    await expectText(page, own)
    expect(await overflow(page)).toBe(0)
    await shoot(page, `league-${locale}`)
    await page.goto(`${harness.server.url}/tap/tasks`)
    await card(page, 'Shine').click()
    await expectText(page, task)
    await close()
  },
)

test('a league that the operator named keeps its name in every language', async () => {
  const user = await harness.newUser('renamed')
  const [, ...others] = defaultGameRules.leagues
  const rookies = { id: 'bronze', name: 'Rookies', from: 0 }
  await harness.admin.gameRules.update({ appId: harness.app.id, leagues: [rookies, ...others] })
  const { page, close } = await harness.visit('/tap/board', { user, locale: 'es-ES' })
  await expectText(page, 'Rookies')
  await expectText(page, 'hasta Plata')
  await harness.admin.gameRules.update({ appId: harness.app.id, leagues: defaultGameRules.leagues })
  await close()
})

test('an account that is missing is connected from the task itself', async () => {
  const user = await harness.newUser('coder')
  const { page, close } = await harness.visit('/tap/tasks', { user })
  await card(page, 'Show your code').click()
  await button(page, 'Check').click()
  await expectText(page, 'Your account has no GitHub login yet.')
  expect(await seriousFindings(page)).toEqual([])
  await shootWidths(page, 'task-connect')
  await button(page, 'Connect GitHub').click()
  await button(page, 'Continue as Player One').click()
  await expectText(page, 'Show your code')
  await expect.poll(async () => (await user.client.account.profile()).github).not.toBeNull()
  expect(new URL(page.url()).pathname).toBe('/tap/tasks')
  await card(page, 'Show your code').click()
  await button(page, 'Check').click()
  await expect.poll(() => page.locator('.celebration output').innerText()).toBe('+100')
  await close()
})

test('a session that is not fresh is told to log in again, before an account is connected', async () => {
  const user = await harness.newUser('old session')
  const { page, close } = await harness.visit('/tap/tasks', { user })
  const refusal = { status: 401, contentType: 'application/json', body: '{"code":"reauthentication_required"}' }
  await page.route('**/user/redirect-tickets', (route) => route.fulfill(refusal))
  await card(page, 'Show your code').click()
  await button(page, 'Check').click()
  await button(page, 'Connect GitHub').click()
  await expectText(page, 'To connect an account, log in again first')
  await close()
})

test('accounts that cannot be connected here say where help is', async () => {
  const user = await harness.newUser('no wallet')
  const { page, close } = await harness.visit('/tap/tasks', { user })
  await card(page, 'Sign').click()
  await button(page, 'Check').click()
  await expectText(page, 'Your account has no Ethereum login, and it cannot be added here. Ask support for help.')
  await page.keyboard.press('Escape')
  await card(page, 'Odyssey').click()
  await button(page, 'Check').click()
  await expectText(page, 'Open Odyssey, and follow its link back here.')
  expect(await button(page, 'Open Odyssey').count()).toBe(1)
  await shoot(page, 'task-odyssey-430')
  await close()
})
