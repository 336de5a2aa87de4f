import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, type TestUser } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let player: TestUser
let appId: string
const screen = () => `/apps/${appId}/users/${player.id}/game`

beforeAll(async () => {
  harness = await openConsole('/apps')
  appId = (await createTestApp(harness.server, harness.adminToken, 'Rings')).id
  player = await signInAs(harness.server, appId, 'grace')
})
afterAll(() => harness.stop())

test('a user who never played has no account', async () => {
  await harness.open(screen())
  await expectText(harness.page, 'This user has not opened the tap game.')
  expect(await harness.axe()).toEqual([])
})

test('a player has its account, a ledger that is checked, and rings that an operator adjusts with a reason', async () => {
  const { page, admin } = harness
  const friend = await signInAs(harness.server, appId, 'invited friend')
  await player.client.game.click({ count: 120, seq: 1 })
  await player.client.game.takeDaily()
  const { referCode } = await player.client.game.profile()
  await friend.client.game.bindReferrer({ referCode })
  await friend.client.game.click({ count: 150, seq: 1 })
  await expect.poll(async () => (await player.client.game.profile()).rings).toBe(2620)
  await player.client.game.buyBoost({ boost: 'multitap', level: 0 })
  await harness.open(screen())
  await expectText(page, 'Checked: it adds up')
  await expectText(page, '1,620')
  await expectText(page, '120 taps')
  await expectText(page, 'Multitap, level 1')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('player')
  await page.getByRole('button', { name: 'Adjust rings' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Rings', { exact: true }).fill('-2000')
  await dialog.getByLabel('Reason').fill('Taken by a bot')
  await dialog.getByRole('button', { name: 'Adjust rings' }).click()
  await expectText(page, 'This takes 2000 rings, and the balance is 1620')
  expect(await harness.axe()).toEqual([])
  await dialog.getByLabel('Rings', { exact: true }).fill('-600')
  await harness.shoot('adjust-rings')
  await dialog.getByRole('button', { name: 'Adjust rings' }).click()
  await dialog.waitFor({ state: 'hidden' })
  await expectText(page, 'Taken by a bot')
  await expectText(page, '1,020')
  expect(await admin.gamePlayers.get({ appId, id: player.id })).toMatchObject({ rings: 1020, earnedRings: 2620 })
})

test('a ledger that differs from the account is shown', async () => {
  await harness.server.resources.db.prisma.player.update({ where: { userId: player.id }, data: { rings: 5 } })
  await harness.open(screen())
  await expectText(harness.page, 'The ledger and the account differ')
  await harness.shoot('ledger-differs')
})
