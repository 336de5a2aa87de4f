import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, seriousFindings, shoot, startHarness } from './harness.ts'
import { button, noteOf, openAllWays } from './person.ts'

// Registering with a user name and a password, in the sheet of login methods.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

test('has a title of its own, and tells below the user name what is wrong with it', async () => {
  await harness.newUser('early bird')
  const { page, close } = await harness.visit('/wallet')
  await openAllWays(page)
  await page.getByRole('dialog', { name: /^Log in to / }).waitFor()
  await button(page, 'Create an account').click()
  await page.getByRole('dialog', { name: /^Create an account for / }).waitFor()
  await page.getByLabel('User name').fill('early bird')
  await page.getByLabel('Password').fill('a long password')
  await button(page, 'Register').click()
  await expect.poll(() => noteOf(page, 'User name')).toBe('This user name already exists. Choose another')
  expect(await page.evaluate('document.activeElement.name')).toBe('username')
  expect(await page.getByText('This user name already exists').count()).toBe(1)
  expect(await seriousFindings(page)).toEqual([])
  await shoot(page, 'register-taken-430')
  await page.getByLabel('User name').fill('late bird')
  expect(await noteOf(page, 'User name')).toBeUndefined()
  await button(page, 'Register').click()
  await expectText(page, 'late bird')
  await close()
})
