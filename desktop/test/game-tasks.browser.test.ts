import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestUser } from '../../api/src/testing.ts'
import { expectText, settle } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let appId: string
let player: TestUser

beforeAll(async () => {
  harness = await openConsole('/apps')
  appId = (await createTestApp(harness.server, harness.adminToken, 'Rings')).id
  player = await signInAs(harness.server, appId, 'grace')
})
afterAll(() => harness.stop())

const panel = () => harness.page.getByRole('dialog').first()
const button = (name: string) => harness.page.getByRole('button', { name, exact: true })
const tasks = async () => (await harness.admin.gameTasks.list({ appId })).data
const task = async (title: string) => (await tasks()).find((one) => one.title === title)!
const choose = async (label: string, option: string) => {
  await panel().getByRole('combobox', { name: label, exact: true }).click()
  await harness.page.getByRole('option', { name: option, exact: true }).click()
}

test('an app without tasks says what they are for, and the first one is added with the card that players see', async () => {
  const { page, go } = harness
  await go(`/apps/${appId}`)
  await page.getByRole('region', { name: 'Game' }).getByRole('link', { name: 'Tasks' }).click()
  await expectText(page, 'No tasks yet')
  expect(await harness.axe()).toEqual([])
  await page.getByRole('link', { name: 'Add task' }).first().click()
  await panel().getByLabel('Title').fill('Read the news')
  await panel().getByLabel('Reward in rings').fill('1500')
  await panel().getByLabel('Address').fill('https://news.example.com')
  await panel().getByLabel('Seconds on the page').fill('0')
  await expectText(page, '+1,500')
  await expectText(page, 'Open the page and look around. Then come back and have it checked.')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-task-new')
  await button('Add').click()
  await expectText(page, 'Read the news is added')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  expect(await task('Read the news')).toMatchObject({
    reward: 1500,
    url: 'https://news.example.com/',
    enabled: true,
    repeat: 'once',
    check: { kind: 'visit', dwellSeconds: 0 },
  })
  const { id } = await task('Read the news')
  expect(await player.client.game.verifyAction({ taskId: id })).toMatchObject({ reward: 1500 })
})

test('the list says how much one ring is, and what the app lacks for a task', async () => {
  const { page, open } = harness
  const check = { kind: 'telegram_member', chat: '@our_channel' } as const
  const { id } = await harness.admin.gameTasks.create({ appId, title: 'Join us', reward: 1, check })
  await open(`/apps/${appId}/game/tasks`)
  await expectText(page, '1 ring ·')
  await expectText(page, 'The app has no Telegram bot')
  expect(await harness.axe()).toEqual([])
  await harness.admin.gameTasks.delete({ appId, id })
})

test('what the server refuses is told at its field, and nothing is added', async () => {
  const { page, go } = harness
  await go(`/apps/${appId}/game/tasks/new`)
  await button('Add').click()
  await panel().locator('.ui-field-error').first().waitFor()
  await choose('What players do', 'Hold a token')
  await panel().getByLabel('Title').fill('Hold some')
  await panel().getByLabel('Reward in rings').fill('half')
  await panel().getByLabel('Amount at least').fill('1.2.3')
  await button('Add').click()
  await expectText(page, 'Must be an amount such as 1.5')
  await expectText(page, 'Must be a number')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-task-refused')
  expect(await tasks()).toHaveLength(1)
})

test('amounts are written as people write them, and leagues are those of the rules', async () => {
  const { page } = harness
  await panel().getByLabel('Reward in rings').fill('200')
  await panel().getByLabel('Amount at least').fill('0.25')
  await choose('From league', 'silver')
  await button('Add').click()
  await expectText(page, 'Hold some is added')
  expect(await task('Hold some')).toMatchObject({
    minLeague: 'silver',
    check: { kind: 'hold', network: 'solana', token: null, amount: '250000000' },
  })
})

test('a change sends what was edited; what another operator changed meanwhile is told and kept', async () => {
  const { page, go, admin } = harness
  const { id } = await task('Hold some')
  await go(`/apps/${appId}/game/tasks/${id}`)
  expect(await panel().getByLabel('Amount at least').inputValue()).toBe('0.25')
  await panel().getByLabel('Reward in rings').fill('300')
  await panel().getByRole('button', { name: 'Español' }).click()
  await panel().getByRole('group', { name: 'Español' }).getByLabel('Title').fill('Ten algo')
  await admin.gameTasks.update({ appId, id, title: 'Hold a little' })
  await button('Save changes').click()
  await expectText(page, 'Title is now: Hold a little')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-task-conflict')
  await button('Save changes').click()
  await expectText(page, 'Hold a little is saved')
  expect(await task('Hold a little')).toMatchObject({
    reward: 300,
    translations: { es: { title: 'Ten algo', description: null } },
  })
})

test('tasks are put in order by the keyboard, and a deleted one is gone for players', async () => {
  const { page, go } = harness
  await go(`/apps/${appId}/game/tasks`)
  await expectText(page, 'Hold a token · 300 rings')
  expect(await harness.axe()).toEqual([])
  expect(await harness.overflow()).toBe(0)
  await harness.shoot('game-tasks')
  const handle = page.getByRole('button', { name: 'Reorder Hold a little' })
  await handle.focus()
  const isAt = (at: number) => page.getByText(`Hold a little is at position ${at} of 2.`).waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await isAt(2)
  await settle(page)
  await page.keyboard.press('ArrowUp')
  await isAt(1)
  await page.keyboard.press('Space')
  await expectText(page, 'The order is saved')
  await expect.poll(async () => (await tasks()).map(({ title }) => title)).toEqual(['Hold a little', 'Read the news'])
  await button('Delete: Hold a little').click()
  await button('Delete').click()
  await expectText(page, 'Hold a little is deleted')
  expect(await tasks()).toHaveLength(1)
})

test('a task of codes stays open after it was added: codes are made, shown once and ended', async () => {
  const { page, go } = harness
  await go(`/apps/${appId}/game/tasks/new`)
  await choose('What players do', 'Enter a code')
  await panel().getByLabel('Title').fill('At the fair')
  await panel().getByLabel('Reward in rings').fill('50')
  await button('Add').click()
  await expectText(page, '0 unused, 0 used')
  await panel().getByLabel('How many codes').fill('3')
  await button('Make codes').click()
  await expectText(page, '3 new codes')
  const codes = (await page.getByRole('textbox', { name: 'One-time codes' }).inputValue()).split('\n')
  expect(codes).toHaveLength(3)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('game-task-codes')
  await button('I have stored it').click()
  await expectText(page, '3 unused, 0 used')
  const { id } = await task('At the fair')
  expect(await player.client.game.verifyAction({ taskId: id, code: codes[0]! })).toMatchObject({ status: 'completed' })
  await button('End unused codes').click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'End unused codes' }).click()
  await expectText(page, '2 codes are invalid now')
  await expectText(page, '0 unused, 1 used')
})

test('the secret for a partner is revealed and replaced', async () => {
  const { page, go, admin } = harness
  await go(`/apps/${appId}/game/tasks/new`)
  await choose('What players do', 'Ask a partner')
  await panel().getByLabel('Title').fill('Open an account')
  await panel().getByLabel('Reward in rings').fill('900')
  await panel().getByLabel('Partner’s endpoint').fill('https://partner.example.com/done')
  await button('Add').click()
  await expectText(page, 'Signing secret')
  await button('Reveal').click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Reveal', exact: true }).click()
  await expectText(page, 'Give it to the partner. It can be revealed again.')
  expect(await harness.axe()).toEqual([])
  await button('I have stored it').click()
  const { id } = await task('Open an account')
  const before = await admin.gameTasks.secret({ appId, id })
  await button('Rotate').click()
  await page.getByRole('dialog').last().getByRole('button', { name: 'Rotate', exact: true }).click()
  await expectText(page, 'Give it to the partner. It can be revealed again.')
  expect((await admin.gameTasks.secret({ appId, id })).secret).not.toBe(before.secret)
})
