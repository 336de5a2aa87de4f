import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import type { Harness } from './harness.ts'

// What a person does on the pages and sees there. Every step waits for what it needs, none for a time.

export const button = (page: Page, name: string): Locator => page.getByRole('button', { name, exact: true })
export const click = (page: Page, name: string): Promise<void> => button(page, name).click()
const fill = (page: Page, label: string, text: string) => page.getByLabel(label, { exact: true }).fill(text)
export const card = (page: Page, title: string): Locator =>
  page.locator('section', { has: page.getByRole('heading', { name: title, exact: true }) })

/** Goes where a button leads, and chooses somebody there. */
export const choose = async (page: Page, name: string, who = 'Player One'): Promise<void> => {
  await click(page, name)
  await click(page, `Continue as ${who}`)
}

/** Waits for the message beside a button, and returns it. */
export const problemAt = (page: Page, name: string): Promise<string> =>
  page
    .locator('li, main div', { has: button(page, name) })
    .filter({ has: page.getByRole('alert') })
    .last()
    .getByRole('alert')
    .getByText(/./)
    .innerText()

/** Fills in an address, and then the code that the outbox shows for it. */
export const confirmAddress = async (page: Page, { world }: Harness, email: string, label: string): Promise<void> => {
  await fill(page, 'E-mail address', email)
  await click(page, label)
  const link = page.getByRole('link', { name: 'outbox', exact: true })
  // The page that lists the mail does not wait for it.
  await Promise.all([link.waitFor(), world.outbox.waitFor(email)])
  const [outbox] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  const code = await outbox.locator('.code').first().innerText()
  await outbox.close()
  await fill(page, 'Six-digit code', code)
  await click(page, 'Confirm code')
}

export const enterName = async (page: Page, username: string, submit: 'Register' | 'Log in'): Promise<void> => {
  if (submit === 'Register') await click(page, 'Create an account')
  await fill(page, 'User name', username)
  await fill(page, 'Password', `password of ${username}`)
  await click(page, submit)
  await page.getByRole('heading', { name: username }).waitFor()
}

/** On a device with a screen lock, whose owner is there. */
export const addPasskey = async (page: Page): Promise<void> => {
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('WebAuthn.enable')
  const options = { protocol: 'ctap2', transport: 'internal', hasResidentKey: true } as const
  const owner = { hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true }
  await cdp.send('WebAuthn.addVirtualAuthenticator', { options: { ...options, ...owner } })
  await click(page, 'Add a passkey')
  await card(page, 'Passkeys').getByText('Not used yet').waitFor()
}

/** The account page, in a session that was begun by the method. */
export const expectSession = async (page: Page, method: string): Promise<void> => {
  const session = card(page, 'Sessions').getByRole('listitem').filter({ hasText: 'This one' })
  expect(await session.innerText()).toContain(`By ${method}, last used`)
}

/** The same, of the user whom the page calls by this name. */
export const expectSignedIn = async (page: Page, name: string, method: string): Promise<void> => {
  await page.getByRole('heading', { name, level: 1 }).waitFor()
  await expectSession(page, method)
}

export const expectSignedOut = async (page: Page): Promise<void> => {
  await page.getByRole('heading', { name: 'Log in to Logins' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('OpenAuth:Token'))).toBeNull()
}

export const logOut = async (page: Page): Promise<void> => {
  await click(page, 'Log out')
  await expectSignedOut(page)
}

/** Neither the address bar nor the way back shows what a login has brought. */
export const expectCleanAddress = async (page: Page, url: string): Promise<void> => {
  const kept = await page.evaluate(() => {
    const { navigation } = globalThis as unknown as { navigation: { entries: () => { url: string }[] } }
    return navigation.entries().map((entry) => entry.url)
  })
  expect([page.url(), ...new Set(kept)]).toEqual([url, url])
}
