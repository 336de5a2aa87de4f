import { readFile } from 'node:fs/promises'
import { type TOTP, URI } from 'otpauth'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { adminCredentials } from '../../api/src/testing.ts'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole, type Visit } from './console-harness.ts'

const credentials = { username: 'ada', password: 'long enough to log in' }
const { username, password } = credentials
/** A right code of six digits is this one once in a million. */
const WRONG = '000000'

let harness: ConsoleHarness
let visit: Visit
let page: Page
let adaId: number
/** What must be in no address and no storage. */
const secrets: string[] = []
const addresses: string[] = []
let authenticator: TOTP
let recoveryCodes: string[] = []

beforeAll(async () => {
  harness = await openConsole('/admins')
  adaId = (await harness.admin.admins.create({ ...credentials, role: 'operator' })).id
  visit = await harness.visit('/account/second-factor', { credentials })
  page = visit.page
  page.on('request', (request) => addresses.push(request.url()))
  page.on('framenavigated', (frame) => addresses.push(frame.url()))
})
afterAll(() => harness.stop())

const dialog = () => page.getByRole('dialog')
const press = (name: string) => page.getByRole('button', { name, exact: true }).click()
const fill = (label: string, value: string) => page.getByLabel(label, { exact: true }).fill(value)
const errorAt = (label: string) =>
  page.locator('.ui-field', { has: page.getByLabel(label, { exact: true }) }).locator('.ui-field-error')

/** The code of the present step, or of some later: of each the server takes one, and none of before it. */
const codeOf = (steps = 0): string => {
  const code = authenticator.generate({ timestamp: Date.now() + steps * 30_000 })
  secrets.push(code)
  return code
}

const look = async (name: string): Promise<void> => {
  expect(await visit.axe()).toEqual([])
  expect(await visit.overflow()).toBe(0)
  await visit.shoot(`second-factor-${name}`)
}

/** The recovery codes on the page, in the clipboard and in the file, which are the same ten; then they are gone. */
const keepCodes = async (): Promise<string[]> => {
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const codes = await page.locator('.factor-codes code').allTextContents()
  expect(new Set(codes).size).toBe(10)
  secrets.push(...codes)
  await visit.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await press('Copy all')
  await page.getByText('Copied', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(codes.join('\n'))
  const download = page.waitForEvent('download')
  await press('Download')
  const file = await download
  expect(file.suggestedFilename()).toBe('openauth-recovery-codes.txt')
  const text = await readFile(await file.path(), 'utf8')
  expect(text).toContain(`Recovery codes of ada on ${harness.server.url}`)
  expect(text.trim().split('\n').slice(2)).toEqual(codes)
  await look('codes')
  await press('I have kept them')
  await page.getByText('Recovery codes left').waitFor()
  expect(await page.content()).not.toContain(codes[0])
  return codes
}

const signOut = async (): Promise<void> => {
  await press('Signed in as ada')
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByLabel('Username').waitFor()
}

/** Signs in by password up to the question for a code. */
const signIn = async (): Promise<void> => {
  await fill('Username', username)
  await fill('Password', password)
  await press('Sign in')
  await page.getByLabel('Code', { exact: true }).waitFor()
}

test('a second factor is set up with the password and a code; wrong ones are told at their fields', async () => {
  await page.getByRole('heading', { name: 'No second factor' }).waitFor()
  await look('off')
  await press('Set up')
  await fill('Current password', 'not the password')
  await press('Continue')
  await expect.poll(() => errorAt('Current password').textContent()).toBe('Is not your current password')
  await look('password')
  await fill('Current password', password)
  await press('Continue')
  await page.getByRole('img', { name: 'QR code with the secret for your authenticator' }).waitFor()
  const secret = (await page.locator('.factor-secret code').textContent())!
  secrets.push(secret)
  authenticator = URI.parse(`otpauth://totp/OpenAuth:ada?issuer=OpenAuth&secret=${secret}`) as TOTP
  await look('scan')
  await fill('Code', WRONG)
  await press('Turn on')
  await expect.poll(() => errorAt('Code').textContent()).toContain('The code is wrong')
  await look('scan-wrong')
  await fill('Code', codeOf())
  await press('Turn on')
  recoveryCodes = await keepCodes()
  await look('on')
})

test('a sign-in asks for a code beside the password; a wrong one is told there', async () => {
  await signOut()
  await signIn()
  const code = page.getByLabel('Code', { exact: true })
  expect(await page.locator('[aria-invalid=true], [role=alert]').count()).toBe(0)
  expect(await code.evaluate((field) => field === document.activeElement)).toBe(true)
  expect(await code.getAttribute('autocomplete')).toBe('one-time-code')
  expect(await code.getAttribute('inputmode')).toBe('text')
  expect(await page.getByLabel('Password', { exact: true }).inputValue()).toBe(password)
  await look('sign-in')
  await press('Sign in')
  await expect.poll(() => errorAt('Code').textContent()).toContain('Enter the code of your authenticator')
  await code.fill(WRONG)
  await press('Sign in')
  await expect.poll(() => errorAt('Code').textContent()).toContain('The code is wrong')
  await look('sign-in-wrong')
  await code.fill(codeOf(1))
  await press('Sign in')
  await page.getByText('Recovery codes left').waitFor()
})

test('a recovery code signs in once, in any spelling', async () => {
  await signOut()
  await signIn()
  await fill('Code', recoveryCodes[0]!.toLowerCase().replaceAll('-', ' '))
  await press('Sign in')
  await expectText(page, 'Recovery codes left9')
  await signOut()
  await signIn()
  await fill('Code', recoveryCodes[0]!)
  await press('Sign in')
  await expect.poll(() => errorAt('Code').textContent()).toContain('was used before')
  await fill('Code', recoveryCodes[1]!)
  await press('Sign in')
  await expectText(page, 'Recovery codes left8')
})

test('where a session ends in a form, its sign-in asks for a code too, and the form goes on', async () => {
  await press('Remove')
  await fill('Code', recoveryCodes[2]!)
  await fill('Current password', password)
  const { data } = await harness.admin.adminSessions.list()
  for (const { id, adminId } of data) if (adminId === adaId) await harness.admin.adminSessions.revoke({ id })
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  const again = page.getByRole('dialog', { name: 'Sign in again' })
  await again.getByLabel('Password', { exact: true }).fill(password)
  await page.keyboard.press('Enter')
  await again.getByLabel('Code', { exact: true }).fill(WRONG)
  await page.keyboard.press('Enter')
  await again.getByText('The code is wrong').waitFor()
  await look('sign-in-again')
  await again.getByLabel('Code', { exact: true }).fill(recoveryCodes[2]!)
  await page.keyboard.press('Enter')
  await again.waitFor({ state: 'detached' })
  expect(await dialog().getByLabel('Code', { exact: true }).inputValue()).toBe(recoveryCodes[2])
  await page.keyboard.press('Escape')
  await dialog().waitFor({ state: 'detached' })
})

test('few recovery codes are warned of; new ones replace them', async () => {
  for (const code of recoveryCodes.slice(3, 8)) await harness.server.as().setup.login({ ...credentials, code })
  await visit.open('/account/second-factor')
  await page.getByText('2 recovery codes are left').waitFor()
  await look('few')
  await press('New recovery codes')
  await fill('Current password', password)
  await fill('Code', WRONG)
  await dialog().getByRole('button', { name: 'New recovery codes' }).click()
  await expect.poll(() => errorAt('Code').textContent()).toContain('The code is wrong')
  await look('renew')
  await fill('Code', recoveryCodes[8]!)
  await dialog().getByRole('button', { name: 'New recovery codes' }).click()
  const former = recoveryCodes[9]!
  recoveryCodes = await keepCodes()
  expect(recoveryCodes).not.toContain(former)
  await expectText(page, 'Recovery codes left10')
  expect(await page.getByText('recovery codes are left').count()).toBe(0)
})

test('it is removed with the password and a code; then the password alone signs in', async () => {
  await press('Remove')
  await fill('Current password', 'not the password')
  await fill('Code', recoveryCodes[0]!)
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await expect.poll(() => errorAt('Current password').textContent()).toBe('Is not your current password')
  await look('remove')
  await fill('Current password', password)
  await dialog().getByRole('button', { name: 'Remove', exact: true }).click()
  await page.getByRole('heading', { name: 'No second factor' }).waitFor()
  await signOut()
  await fill('Username', username)
  await fill('Password', password)
  await press('Sign in')
  await page.getByRole('heading', { name: 'No second factor' }).waitFor()
})

test('an owner resets that of another admin with the own password, not the own one', async () => {
  const ada = harness.server.as((await harness.server.as().setup.login(credentials)).token)
  const { uri } = await ada.secondFactor.begin({ currentPassword: password })
  await ada.secondFactor.confirm({ code: (URI.parse(uri) as TOTP).generate() })
  const owner = harness.page
  await owner.getByRole('button', { name: 'Actions for operator' }).click()
  await owner.getByRole('menuitem', { name: 'Change role …' }).waitFor()
  expect(await owner.getByRole('menuitem', { name: 'Reset second factor …' }).count()).toBe(0)
  await owner.keyboard.press('Escape')
  await owner.getByRole('button', { name: 'Actions for ada' }).click()
  await owner.getByRole('menuitem', { name: 'Reset second factor …' }).click()
  const reset = owner.getByRole('dialog')
  await reset.getByLabel('Your own password', { exact: true }).fill(adminCredentials.password)
  expect(await harness.axe()).toEqual([])
  await harness.shoot('second-factor-reset')
  await reset.getByRole('button', { name: 'Reset second factor' }).click()
  await expectText(owner, 'The second factor of ada is reset')
  expect((await harness.server.as().setup.login(credentials)).token).toBeTruthy()
  await harness.open(`/audit?actor=admin`)
  await expectText(owner, 'operator reset the second factor of admin ada')
  await expectText(owner, 'ada signed in as an admin by a recovery code')
})

test('no secret and no code is in an address or a storage, and nothing is written to the browser’s console', async () => {
  const stored = JSON.stringify(await visit.context.storageState({ indexedDB: true }))
  const session = await page.evaluate<string>('JSON.stringify({ ...sessionStorage })')
  const found = secrets.filter((secret) => [...addresses, stored, session].some((text) => text.includes(secret)))
  expect(found).toEqual([])
  // Chromium itself reports refused calls.
  expect(visit.errors.filter((line) => !/\b40[0-9]\b/.test(line))).toEqual([])
})
