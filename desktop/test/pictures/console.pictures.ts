import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ConsoleHarness, openConsole } from '../console-harness.ts'
import { addExampleData, type ExampleData } from './seed.ts'

// The pictures of the console in README.md and docs/console.md, made by `npm run pictures`.

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

let harness: ConsoleHarness
let example: ExampleData
beforeAll(async () => {
  harness = await openConsole('/apps')
  example = await addExampleData(harness.server, harness.adminToken)
})
afterAll(() => harness?.stop())

interface Picture {
  name: string
  path: () => string
  /** On the page when it has loaded. */
  text: string | RegExp
  colorScheme?: 'light' | 'dark'
}

const ofApp = (path: string) => () => `/apps/${example.app.id}${path}`

const pictures: Picture[] = [
  { name: 'dashboard', path: () => '/dashboard', text: 'Transactions by state' },
  { name: 'users', path: ofApp('/users'), text: /amber_lynx/ },
  {
    name: 'user',
    path: () => `/apps/${example.app.id}/users/${example.user.id}/wallets`,
    text: 'Polkadot',
    colorScheme: 'dark',
  },
  { name: 'login-method', path: ofApp('/login-methods/google'), text: 'Client ID' },
  { name: 'api-keys', path: ofApp('/api-keys'), text: /curl/ },
  { name: 'wallet-policy', path: ofApp('/policy'), text: /Save/ },
  { name: 'transactions', path: () => '/transactions', text: /Confirmed/ },
  { name: 'audit', path: () => '/audit', text: /created app/, colorScheme: 'dark' },
]

test.each(pictures)('$name', async ({ name, path, text, colorScheme = 'light' }) => {
  const { page, open } = harness
  await page.emulateMedia({ colorScheme })
  await open(path())
  await page.getByText(text).first().waitFor()
  await page.getByRole('navigation').getByRole('combobox').first().waitFor()
  await expect.poll(() => page.locator('[aria-busy=true], .ui-skeleton').count()).toBe(0)
  await page.screenshot({ path: join(folder, `console-${name}.png`) })
  expect(await harness.overflow()).toBe(0)
})
