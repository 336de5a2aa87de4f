import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type EvmNode, startEvm } from '@openauth/localnet/evm'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import { startVara, type VaraNode } from '@openauth/localnet/vara'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { evmChains } from '../../../api/src/lib/ethereum/chains.ts'
import { type ConsoleHarness, openConsole } from '../console-harness.ts'
import { addExampleData, type ExampleData } from '../../../api/test/example-data.ts'

// The pictures of the console in README.md and docs/console.md, made by `npm run pictures`.

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

let harness: ConsoleHarness
let example: ExampleData
let solana: SolanaNode
let vara: VaraNode
let evm: EvmNode[]
beforeAll(async () => {
  ;[solana, vara, ...evm] = await Promise.all([
    startSolana(),
    startVara(),
    ...Object.values(evmChains).map(({ chainId }) => startEvm({ chainId })),
  ])
  const ofEvm = Object.keys(evmChains).map((name, at) => [
    `OPENAUTH_EVM_${name.replaceAll(/[A-Z]/g, '_$&').toUpperCase()}_RPC_URLS`,
    evm[at]!.url,
  ])
  const environment = {
    OPENAUTH_SOLANA_RPC_URLS: solana.url,
    OPENAUTH_VARA_RPC_URLS: vara.url,
    ...(Object.fromEntries(ofEvm) as Record<string, string>),
  }
  harness = await openConsole('/apps', { environment })
  example = await addExampleData(harness.server, harness.adminToken)
  const { solWallet, ethWallet, dotWallet } = await example.user.client.account.wallets()
  await solana.fund(solWallet, 2_400_000_000n)
  await vara.fund(dotWallet, 120_000_000_000_000n)
  await evm[0]!.fund(ethWallet, 350_000_000_000_000_000n)
})
afterAll(async () => {
  await harness?.stop()
  await Promise.all([solana, vara, ...(evm ?? [])].map((node) => node?.stop()))
})

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
    text: '120 VARA',
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
