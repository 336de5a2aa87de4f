import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { deviceLoginsOf } from '../../api/src/features/device-logins/device-logins.testing.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

let harness: ConsoleHarness
let logins: ReturnType<typeof deviceLoginsOf>
beforeAll(async () => {
  harness = await openConsole('/device')
  logins = deviceLoginsOf(harness.server, harness.adminToken)
})
afterAll(() => harness.stop())
beforeEach(() => harness.open('/device'))

const typeCode = async (code: string) => {
  const { page } = harness
  await page.getByLabel('Code', { exact: true }).fill(code)
  await page.keyboard.press('Enter')
}
const text = (words: string) => harness.page.getByText(words).first().waitFor()

test('a code that is typed with the keyboard alone shows the machine, and Enter approves it', async () => {
  const { page } = harness
  const { userCode, deviceCode } = await logins.start('laptop of Ada')
  await page.getByLabel('Code', { exact: true }).waitFor()
  await page.keyboard.type(userCode.toLowerCase().replace('-', ''))
  await page.keyboard.press('Enter')
  await text('laptop of Ada')
  await text('127.0.0.1')
  await text('Approve it only if you started it yourself, just now')
  expect(await harness.axe()).toEqual([])
  await harness.shoot('device-approve')
  await page.getByRole('button', { name: 'Approve', exact: true }).focus()
  await page.keyboard.press('Enter')
  await text('The command line is signed in')
  await harness.shoot('device-approved')
  expect((await logins.poll(deviceCode)).token).toBeTruthy()
  await harness.open('/account/sessions')
  await text('Command line on laptop of Ada')
})

test('an old session is asked for the password; a wrong one is refused beside the field', async () => {
  const { page } = harness
  const { userCode, deviceCode } = await logins.start('old session')
  await logins.age()
  await typeCode(userCode)
  await page.getByLabel('Current password', { exact: true }).fill('wrong')
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await text('Is not your current password')
  await harness.shoot('device-password')
  await page.getByLabel('Current password', { exact: true }).fill(adminCredentials.password)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await text('The command line is signed in')
  expect((await logins.poll(deviceCode)).token).toBeTruthy()
})

test('a denied code gives no session', async () => {
  const { userCode, deviceCode } = await logins.start('stranger')
  await typeCode(userCode)
  await harness.page.getByRole('button', { name: 'Deny', exact: true }).click()
  await text('The command line gets no session')
  // On a phone the button stands below the words, which it left a column of single words.
  await harness.page.setViewportSize({ width: 360, height: 800 })
  const words = await harness.page.locator('.ui-notice > div').boundingBox()
  const action = await harness.page.locator('.ui-notice').getByRole('button').boundingBox()
  expect(action!.y).toBeGreaterThanOrEqual(words!.y + words!.height)
  await harness.page.setViewportSize({ width: 1280, height: 800 })
  await expect(logins.poll(deviceCode)).rejects.toMatchObject({ code: 'access_denied' })
})

test('a code that nobody waits with, or that has too few letters, is refused beside the field', async () => {
  await typeCode('BBBB-BBBB')
  await text('No device waits for approval of this code')
  await typeCode('BBB')
  await text('Must have 8 letters')
  expect(await harness.page.getByLabel('Code', { exact: true }).getAttribute('aria-invalid')).toBe('true')
  await harness.shoot('device-code')
})

test('a code in the address is not filled in: a link from somebody else must not be enough', async () => {
  const { userCode } = await logins.start()
  await harness.open(`/device?code=${userCode}&user_code=${userCode}&userCode=${userCode}`)
  const field = harness.page.getByLabel('Code', { exact: true })
  await field.waitFor()
  expect(await field.inputValue()).toBe('')
})

test('XSS by machine name: markup of a device is text, within the window at 360 pixels', async () => {
  const { page } = harness
  const name = '<img src=x onerror="document.title=1">'.padEnd(64, 'W')
  const { userCode } = await logins.start(name)
  await page.setViewportSize({ width: 360, height: 800 })
  await typeCode(userCode)
  await text(name)
  expect(await harness.overflow()).toBe(0)
  expect(await page.title()).not.toBe('1')
  await harness.shoot('device-hostile')
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('a device that is approved elsewhere meanwhile leads back to the code, with the reason', async () => {
  const { userCode } = await logins.start('meanwhile')
  await typeCode(userCode)
  await text('meanwhile')
  await harness.server.resources.db.prisma.deviceLogin.deleteMany({ where: { deviceName: 'meanwhile' } })
  await harness.page.getByRole('button', { name: 'Deny', exact: true }).click()
  await text('No device waits for approval of this code')
  await expect.poll(() => harness.page.getByLabel('Code', { exact: true }).count()).toBe(1)
})

test('whoever is signed out signs in first and comes to the screen of the code', async () => {
  const visitor = await harness.visit('/device', { session: 'none' })
  await visitor.page.getByLabel('Username').fill(adminCredentials.username)
  await visitor.page.getByLabel('Password', { exact: true }).fill(adminCredentials.password)
  await visitor.page.keyboard.press('Enter')
  await visitor.page.getByLabel('Code', { exact: true }).waitFor()
  expect(new URL(visitor.page.url()).pathname).toBe('/console/device')
  await visitor.close()
})

test('the browser reports no error', () =>
  expect(harness.errors.filter((error) => !/status of 4\d\d/.test(error))).toEqual([]))
