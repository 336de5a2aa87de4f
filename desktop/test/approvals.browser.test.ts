import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole, type Visit } from './console-harness.ts'

const credentials = { username: 'ada', password: 'long enough to log in' }

/** The first owner, who asks. */
let harness: ConsoleHarness
/** The second one, who approves. */
let second: Visit
let app: TestApp

beforeAll(async () => {
  harness = await openConsole('/approvals')
  app = await createTestApp(harness.server, harness.adminToken, 'Shop')
})
afterAll(() => harness.stop())

const press = ({ page }: Pick<Visit, 'page'>, name: string) =>
  page.getByRole('button', { name, exact: true }).last().click()
const look = async (visit: Visit, name: string): Promise<void> => {
  expect(await visit.axe()).toEqual([])
  expect(await visit.overflow()).toBe(0)
  await visit.shoot(`approvals-${name}`)
}
/** Gives the reason that the console asks for. */
const giveReason = async (visit: Visit, name: string): Promise<void> => {
  await visit.page.getByRole('heading', { name: 'A second admin has to approve this' }).waitFor()
  await press(visit, 'Ask for approval')
  await expectText(visit.page, 'Write a reason')
  await visit.page.getByLabel('Reason', { exact: true }).fill('The partner lost it')
  await look(visit, name)
  await press(visit, 'Ask for approval')
}

test('one owner alone cannot have calls held; two can, and are told what that means', async () => {
  const { page, admin } = harness
  await page.getByText('Nothing waits').waitFor()
  await page.getByRole('checkbox', { name: 'Revealing, making and rotating secrets' }).click()
  await expectText(page, 'This server has one owner: nobody else could approve')
  await press(harness, 'Save')
  // The note above has the same words.
  await page.getByRole('alert').getByText('Nobody else could approve').waitFor()
  await admin.admins.create(credentials)
  await harness.open('/approvals')
  await page.getByText('Nothing waits').waitFor()
  await page.getByRole('checkbox', { name: 'Revealing, making and rotating secrets' }).click()
  await page.getByRole('checkbox', { name: 'Changes of wallet policies' }).click()
  await expectText(page, 'This server has two owners')
  await look(harness, 'setting')
  await press(harness, 'Save')
  await expectText(page, 'Saved')
  expect((await admin.fourEyes.get()).kinds).toEqual(['policies', 'secrets'])
})

test('a reveal asks for a reason, shows nothing, and says where its request is', async () => {
  const { page } = harness
  await harness.go(`/apps/${app.id}/api-keys`)
  await page.getByRole('button', { name: 'Actions of Full key' }).click()
  await page.getByRole('menuitem', { name: 'Reveal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Reveal' }).click()
  await giveReason(harness, 'reason')
  await expectText(page, 'Another admin has to approve this first. After that, collect it under Approvals')
  await look(harness, 'asked')
  expect(await page.content()).not.toContain(app.secret)
  await page.keyboard.press('Escape')
})

test('the other owner finds it, sees what it is for, and approves with the own password', async () => {
  second = await harness.visit('/', { credentials })
  const { page } = second
  await page.getByRole('link', { name: '1 request waits for your approval' }).click()
  await page.getByRole('row', { name: /Reveal the app secret · Shop/ }).waitFor()
  await look(second, 'list')
  await press(second, 'Look at it')
  await expectText(page, 'The partner lost it')
  await look(second, 'request')
  await press(second, 'Approve')
  await page.getByLabel('Current password', { exact: true }).fill('not the password')
  await press(second, 'Approve')
  await expectText(page, 'Is not your current password')
  await look(second, 'approve')
  await page.getByLabel('Current password', { exact: true }).fill(credentials.password)
  await press(second, 'Approve')
  await expectText(page, 'Approved. The admin who asked can collect it')
  expect(await page.content()).not.toContain(app.secret)
})

test('its requester collects it once', async () => {
  const { page } = harness
  await harness.open('/')
  await page.getByRole('link', { name: '1 request of yours was approved: collect the answer' }).click()
  await press(harness, 'Look at it')
  await press(harness, 'Collect')
  await press(harness, 'Collect')
  const dialog = page.getByRole('dialog', { name: 'Reveal the app secret' }).last()
  await dialog.getByRole('button', { name: 'Reveal API key' }).click()
  await dialog.getByText(app.secret).waitFor()
  await look(harness, 'collected')
  await press(harness, 'I have stored it')
  await page.getByRole('row', { name: /Done/ }).waitFor()
  expect(await page.content()).not.toContain(app.secret)
})

test('a change of a policy is shown before and after, and refused with a reason', async () => {
  const asking = harness.admin.walletPolicies.update({
    appId: app.id,
    limits: [{ token: 'solana:native', perTransaction: '1000000000', perDay: '5000000000' }],
    messageSigning: false,
    approvalReason: 'A new partner',
  })
  await expect(asking).rejects.toMatchObject({ code: 'approval_required' })
  const { page } = second
  await second.open('/approvals')
  await press(second, 'Look at it')
  await expectText(page, '5000000000')
  await look(second, 'change')
  await press(second, 'Refuse')
  await page.getByRole('dialog').last().getByRole('textbox').fill('Too much')
  await page.getByRole('dialog').last().getByRole('button', { name: 'Refuse' }).click()
  await expectText(page, 'Too much')
  await harness.open('/approvals?show=all')
  await harness.page.getByRole('row', { name: /Refused/ }).waitFor()
  await look(harness, 'history')
})

test('its requester withdraws one, and nothing went wrong on the pages', async () => {
  await expect(
    harness.admin.walletPolicies.update({ appId: app.id, durableNonces: true, approvalReason: 'mistaken' }),
  ).rejects.toMatchObject({ code: 'approval_required' })
  await harness.open('/approvals')
  await press(harness, 'Look at it')
  await press(harness, 'Withdraw')
  await harness.page.getByRole('dialog').last().getByRole('button', { name: 'Withdraw' }).click()
  await harness.page.getByText('Nothing waits').waitFor()
  const expected = /the server responded with a status of 40[03]/
  for (const { errors } of [harness, second]) expect(errors.filter((line) => !expected.test(line))).toEqual([])
})

test('a form that is held keeps what was typed, and says so without alarm', async () => {
  const { page, admin } = harness
  await harness.open(`/apps/${app.id}/policy`)
  await page.getByRole('combobox', { name: 'Approvals for others', exact: true }).click()
  await page.getByRole('option', { name: 'Allowed', exact: true }).click()
  await press(harness, 'Save changes')
  await giveReason(harness, 'form-reason')
  await expectText(page, 'Another admin has to approve this first. Nothing was changed yet')
  expect(await page.getByRole('alert').count()).toBe(0)
  await look(harness, 'form')
  expect((await admin.walletPolicies.get({ appId: app.id })).own).toEqual({})
})
