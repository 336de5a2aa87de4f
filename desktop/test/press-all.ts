import type { Page } from 'playwright-core'

/** Milliseconds that a press may take; what is covered by something else cannot be pressed by anybody. */
const PRESS_WAIT = 3000

/** More buttons than any screen has: presses may add buttons without end. */
const MOST = 60

/** What takes a press on the screen itself: not what is around it, and not what is refused or disabled. */
const pressable = (page: Page) =>
  page.locator(
    'main button:visible:not([aria-disabled=true]):not(:disabled), .ui-side-panel button:visible:not([aria-disabled=true]):not(:disabled)',
  )

const press = (page: Page, at: number) =>
  pressable(page)
    .nth(at)
    .click({ timeout: PRESS_WAIT })
    .catch(() => undefined)

/** Confirms what a dialog asks, with a name or reason for each field that is empty. */
const confirm = async (page: Page): Promise<void> => {
  const submit = page.locator(
    '[role=dialog] button[type=submit]:visible, [role=alertdialog] button[type=submit]:visible',
  )
  if ((await submit.count()) === 0) return
  for (const field of await page
    .locator('[role=dialog] input[type=text]:visible, [role=dialog] input:not([type]):visible')
    .all())
    // oxlint-disable-next-line no-await-in-loop -- Fields are filled in one after the other.
    if ((await field.inputValue()) === '') await field.fill('5', { timeout: PRESS_WAIT }).catch(() => undefined)
  await submit
    .last()
    .click({ timeout: PRESS_WAIT })
    .catch(() => undefined)
  // Its button is busy until the server has answered.
  await page
    .locator('[role=dialog] [aria-busy=true]')
    .first()
    .waitFor({ state: 'detached', timeout: PRESS_WAIT })
    .catch(() => undefined)
}

const closeAll = async (page: Page): Promise<void> => {
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
}

/** Chooses each item of the menu that the button at a place opens. */
const chooseAll = async (page: Page, at: number): Promise<void> => {
  const items = page.locator('[role=menuitem]:visible:not([aria-disabled=true])')
  const count = await items.count()
  for (let item = 0; item < count; item += 1) {
    // oxlint-disable no-await-in-loop -- A menu closes with each choice, and is opened again.
    if (item > 0) await press(page, at)
    await items
      .nth(item)
      .click({ timeout: PRESS_WAIT })
      .catch(() => undefined)
    await confirm(page)
    await closeAll(page)
    // oxlint-enable no-await-in-loop
  }
}

/**
 * Presses every button of a screen, with the items of menus that open and the buttons of dialogs that ask.
 * @param open opens the screen, also again where a press has led away from it
 */
export const pressAll = async (page: Page, open: () => Promise<void>): Promise<void> => {
  await open()
  const place = page.url()
  // oxlint-disable no-await-in-loop -- One page presses one button after the other.
  for (let at = 0; at < Math.min(await pressable(page).count(), MOST); at += 1) {
    if (page.url() !== place) await open()
    await press(page, at)
    await chooseAll(page, at)
    await confirm(page)
    await closeAll(page)
  }
  // oxlint-enable no-await-in-loop
}
