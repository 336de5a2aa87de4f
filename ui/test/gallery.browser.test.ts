import type { Page } from 'playwright-core'
import { describe, expect, it, onTestFailed } from 'vitest'
import { consoleErrorsOf, sharedBrowser } from '../../client/test/chromium.ts'
import { seriousFindings, settle, shoot } from '../../client/test/page-checks.ts'
import { galleryForFile } from './gallery-for-file.ts'

const address = galleryForFile()

type Theme = 'light' | 'dark'

/** The gallery in a theme, and what it wrote to the console, breaches of its policy included. */
const load = async (theme: Theme): Promise<{ page: Page; consoleErrors: string[] }> => {
  const browser = await sharedBrowser()
  const context = await browser.newContext({
    viewport: { width: 1280, height: 900 },
    reducedMotion: 'reduce',
    permissions: ['clipboard-read', 'clipboard-write'],
  })
  context.setDefaultTimeout(120_000)
  const consoleErrors = consoleErrorsOf(context)
  const page = await context.newPage()
  await page.goto(address(`controls.html?theme=${theme}`))
  await page
    .getByRole('row', { name: /Ada Lovelace 1 / })
    .first()
    .waitFor()
  await page.locator('.recharts-bar-rectangle').first().waitFor()
  return { page, consoleErrors }
}

const loaded = new Map<Theme, ReturnType<typeof load>>()
/** A test goes on in the page of the one before, unless that has failed somewhere in it. */
const open = (theme: Theme): ReturnType<typeof load> => {
  onTestFailed(() => void loaded.delete(theme))
  const opened = loaded.get(theme) ?? load(theme)
  loaded.set(theme, opened)
  return opened
}

const expectFocus = (page: Page, name: string) =>
  page
    .locator(':focus')
    .and(page.getByRole('button', { name, exact: true }))
    .waitFor()

/** A picture, and no serious finding. */
const look = async (page: Page, name: string) => {
  await shoot(page, name)
  expect(await seriousFindings(page)).toEqual([])
}

/**
 * The same with a list open. Base UI then hides everything else from screen readers, and Tab closes the list: what axe
 * takes for focusable and hidden cannot get the focus.
 */
const lookAtList = async (page: Page, name: string) => {
  await shoot(page, name)
  const findings = await seriousFindings(page)
  expect(findings.filter((finding) => !finding.startsWith('aria-hidden-focus: '))).toEqual([])
}

const driveDialogs = async (page: Page, theme: string) => {
  const trigger = page.getByRole('button', { name: 'Dialog', exact: true })
  await trigger.click()
  await page
    .locator(':focus')
    .and(page.getByRole('textbox', { name: 'Name' }))
    .waitFor()
  await shoot(page, `ui-dialog-${theme}`)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await expectFocus(page, 'Dialog')

  await page.getByRole('button', { name: 'Confirm by name' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Arcade of the North?' })
  const confirm = dialog.getByRole('button', { name: 'Delete app' })
  expect(await confirm.getAttribute('aria-disabled')).toBe('true')
  await dialog.getByLabel('Type Arcade of the North to confirm').fill('Arcade of the North')
  await confirm.click()
  await dialog.getByRole('alert').getByText('Empty their wallets first').waitFor()
  await look(page, `ui-confirm-${theme}`)
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  await dialog.waitFor({ state: 'detached' })
}

const driveLists = async (page: Page, theme: string) => {
  await page.getByRole('button', { name: 'Actions for Ada', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).waitFor()
  await lookAtList(page, `ui-menu-${theme}`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByText('Duplicated').waitFor()

  const select = page.getByRole('combobox', { name: 'Chain' })
  await select.click()
  await page.getByRole('option', { name: 'Solana' }).waitFor()
  await shoot(page, `ui-select-${theme}`)
  await page.getByRole('option', { name: /Ethereum/ }).click()
  await expect.poll(() => select.textContent()).toContain('Ethereum')

  const owner = page.getByRole('combobox', { name: 'Owner' })
  await owner.pressSequentially('hop')
  await expect.poll(() => page.getByRole('option').count()).toBe(1)
  await shoot(page, `ui-combobox-${theme}`)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => owner.inputValue()).toBe('Grace Hopper')
}

const driveTabs = async (page: Page) => {
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('tabpanel').getByText('One on Solana').waitFor()
}

const drivePalette = async (page: Page, theme: string) => {
  await page.getByRole('button', { name: 'Command palette' }).click()
  await page.keyboard.type('play')
  const users = page.getByRole('option', { name: /Users/ })
  await users.waitFor()
  expect(await page.getByRole('option', { name: 'Dashboard' }).count()).toBe(0)
  // What a server found shows whatever was typed.
  await page.getByRole('option', { name: /Ada Lovelace/ }).waitFor()
  await look(page, `ui-palette-${theme}`)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

const driveOrder = async (page: Page) => {
  const names = () =>
    page.getByRole('button', { name: /^Reorder/ }).evaluateAll((all) => all.map((one) => one.ariaLabel))
  await page.getByRole('button', { name: 'Reorder Snake' }).focus()
  await page.keyboard.press('Space')
  await page.getByText('Snake is at position 1 of 4.').waitFor({ state: 'attached' })
  await settle(page)
  await page.keyboard.press('ArrowDown')
  await page.getByText('Snake is at position 2 of 4.').waitFor({ state: 'attached' })
  await page.keyboard.press('Space')
  await expect.poll(names).toEqual(['Reorder Chess', 'Reorder Snake', 'Reorder Minesweeper', 'Reorder Go'])
}

const driveForm = async (page: Page) => {
  const form = page.locator('form').filter({ hasText: 'Send mail' })
  const save = form.getByRole('button', { name: 'Save changes' })
  const host = form.getByLabel('Host')
  expect(await save.getAttribute('aria-disabled')).toBe('true')
  await form.getByLabel('Port').fill('99999')
  await save.click()
  await form.getByText('Name the mail server').waitFor()
  await form.getByText('From 1 to 65535').waitFor()
  await expect.poll(() => host.getAttribute('aria-invalid')).toBe('true')
  await host.fill('mail.invalid')
  await form.getByLabel('Port').fill('587')
  await form.getByLabel('Password', { exact: true }).fill('correct horse')
  await host.press('Enter')
  await form.getByText('No server of this name answers').waitFor()
  await host.fill('down')
  await host.press('Enter')
  await form.getByRole('alert').getByText('did not answer within 10 seconds').waitFor()
  // On a busy machine what was typed last is sent before React has rendered it.
  await host.evaluate((field: HTMLInputElement) => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'smtp.example.com')
    field.dispatchEvent(new Event('input', { bubbles: true }))
    field.form!.requestSubmit()
  })
  await page.getByText('Saved host, port, password; port is a number').waitFor()
  await expect.poll(() => save.getAttribute('aria-disabled')).toBe('true')
}

const driveTable = async (page: Page) => {
  const users = page.getByRole('grid', { name: 'Users', exact: true })
  const first = users.getByRole('row').nth(1)
  expect(await users.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
  await users.getByRole('button', { name: 'Logins' }).click()
  expect(await users.getByRole('columnheader', { name: 'Logins' }).getAttribute('aria-sort')).toBe('ascending')
  await page.getByRole('button', { name: 'Next page' }).first().click()
  await page.getByText('26–50 of 3,429').waitFor()
  await expect.poll(() => first.getAttribute('aria-rowindex')).toBe('27')
  await first.focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Space')
  await expect.poll(() => users.getByRole('row').nth(2).getAttribute('aria-selected')).toBe('true')
  await page.keyboard.press('Enter')
  await page.getByText(/ opened$/).waitFor()

  await page.getByRole('search').getByLabel('Search').fill('nobody')
  await page.getByText('No user matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('search').getByLabel('Search').fill('')
  await page.getByText('1–25 of 4,000').waitFor()
}

const driveLongTable = async (page: Page) => {
  const all = page.getByRole('grid', { name: 'All users' })
  expect(await all.getAttribute('aria-rowcount')).toBe('100001')
  await all.getByRole('row').nth(1).focus()
  await page.keyboard.press('End')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-rowindex')).toBe('100001')
  expect(await all.getByRole('row').count()).toBeLessThan(60)
  await page.keyboard.press('Home')
  await expect.poll(() => page.locator(':focus').getAttribute('aria-rowindex')).toBe('2')

  await page.getByRole('button', { name: 'Columns' }).nth(1).click()
  await page.getByRole('menuitemcheckbox', { name: 'Place' }).click()
  await page.keyboard.press('Escape')
  await all.getByRole('columnheader', { name: 'Place' }).waitFor()
}

const driveValues = async (page: Page) => {
  await page.getByRole('button', { name: 'Copy address' }).click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5')
  expect(await page.getByText('oa_live_4f9a7c2be81d').count()).toBe(0)
  await page.getByRole('button', { name: 'Reveal API key' }).click()
  await page.getByText('oa_live_4f9a7c2be81d').waitFor()
  await page.getByText('3 hours ago').hover()
  await page.locator('.ui-tooltip').waitFor()
  await page.getByRole('button', { name: 'Show as table' }).first().click()
  await page.getByRole('columnheader', { name: 'Telegram' }).waitFor()
}

describe('every control', () => {
  it.each<Theme>(['light', 'dark'])(
    'is readable and has its name in the %s theme, open popups included',
    async (theme) => {
      const { page, consoleErrors } = await open(theme)
      expect(await page.evaluate('getComputedStyle(document.documentElement).colorScheme')).toBe(theme)
      await look(page, `ui-${theme}`)
      await driveDialogs(page, theme)
      await driveLists(page, theme)
      await drivePalette(page, theme)
      expect(consoleErrors).toEqual([])
    },
  )

  it('works by pointer and by keys under a strict policy', async () => {
    const { page, consoleErrors } = await open('light')
    await driveTabs(page)
    await driveOrder(page)
    await driveForm(page)
    await driveTable(page)
    await driveLongTable(page)
    await driveValues(page)
    await look(page, 'ui-end')
    expect(consoleErrors).toEqual([])
  })
})
