import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { seriousFindings, shoot } from '../../client/test/page-checks.ts'
import { type Harness, startHarness } from './logins/harness.ts'
import { button, card, click, enterName } from './logins/person.ts'

// S1: the dialog that asks who it is where a login is older than five minutes, in the demo.

let harness: Harness
let page: Page
let dialog: Locator
let serial = 0
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())
beforeEach(async () => {
  page = await harness.open()
  dialog = page.getByRole('dialog', { name: 'Is it you?' })
  const name = `asked-${(serial += 1)}`
  await enterName(page, name, 'Register')
  const { prisma } = harness.server.resources.db
  const { userId } = await prisma.identity.findFirstOrThrow({ where: { provider: 'username', display: name } })
  await prisma.session.updateMany({ where: { userId }, data: { createdAt: new Date(Date.now() - 86_400_000) } })
})
afterEach(() => harness.clear())

const confirm = async (password: string) => {
  await dialog.getByLabel('Your password', { exact: true }).fill(password)
  await dialog.getByRole('button', { name: 'Confirm', exact: true }).click()
}

test('S1: a change waits for the right password, and then goes on by itself', async () => {
  expect(await dialog.isVisible()).toBe(false)
  await click(page, 'Bind Ethereum')
  await dialog.waitFor()
  // The page behind it is out of reach, and the field has the focus.
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('password')
  await confirm('a guess')
  await dialog.getByRole('alert').getByText('Incorrect password').waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await shoot(page, 'demo-dialog')
  expect(await button(page, 'Unbind Ethereum').count()).toBe(0)
  await confirm(`password of asked-${serial}`)
  await button(page, 'Unbind Ethereum').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await card(page, 'Account changes').getByText('Ethereum added').waitFor()
})

test.each(['Cancel', 'Escape'])('S1: %s gives the change up', async (how) => {
  await click(page, 'Bind Ethereum')
  await dialog.waitFor()
  if (how === 'Cancel') await dialog.getByRole('button', { name: 'Cancel' }).click()
  else await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'hidden' })
  await page.getByRole('alert').getByText('Confirm that it is you').waitFor()
  expect(await button(page, 'Unbind Ethereum').count()).toBe(0)
})

test('S1: undoing a change asks too', async () => {
  await click(page, 'Bind Ethereum')
  await confirm(`password of asked-${serial}`)
  await button(page, 'Unbind Ethereum').waitFor()
  await dialog.waitFor({ state: 'hidden' })
  await click(page, 'Undo: Ethereum added')
  await confirm(`password of asked-${serial}`)
  await button(page, 'Bind Ethereum').waitFor()
  await card(page, 'Account changes')
    .getByText(/undone/)
    .waitFor()
  expect(await button(page, 'Undo: Ethereum added').count()).toBe(0)
})
