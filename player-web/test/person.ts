import type { Page } from 'playwright-core'

// What a person does on the pages, and what the browser keeps of it.

export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const storedValue = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)

/** What a screen reader says of a field after its label: its hint, or what is wrong with it. */
export const noteOf = (page: Page, label: string) =>
  page.getByLabel(label).evaluate((input) => {
    const id = input.getAttribute('aria-describedby')
    return id === null ? undefined : document.querySelector(`[id="${id}"]`)?.textContent
  })

/** Opens the sheet with every way to log in. */
export const openAllWays = async (page: Page) => {
  await button(page, 'Other ways to log in').click()
  await button(page, 'More ways to log in').click()
}

export const register = async (page: Page, username: string) => {
  await openAllWays(page)
  await button(page, 'Create an account').click()
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password').fill(`password of ${username}`)
  await button(page, 'Register').click()
}

/** All lines that the page writes to its console from now on. */
export const linesOf = ({ page }: { page: Page }): string[] => {
  const lines: string[] = []
  page.on('console', (message) => void lines.push(message.text()))
  return lines
}
