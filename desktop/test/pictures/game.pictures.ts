import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type SolanaNode, startSolana } from '@openauth/localnet/solana'
import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint, giveTokens } from '@openauth/localnet/solana-tokens'
import type { RingClaimProblem, RingClaimStatus } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs } from '../../../api/src/testing.ts'
import { type ConsoleHarness, openConsole } from '../console-harness.ts'

// The pictures of the tap game in docs/console.md, made by `npm run pictures`.

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

let harness: ConsoleHarness
let solana: SolanaNode
let mint: Mint
let appId: string
beforeAll(async () => {
  solana = await startSolana()
  harness = await openConsole('/apps', { environment: { OPENAUTH_SOLANA_RPC_URLS: solana.url } })
  appId = (await createTestApp(harness.server, harness.adminToken, 'Harbor Arcade')).id
  mint = await createMint(solana, { decimals: 6 })
  const { gameRules, treasury } = harness.admin
  const payouts = { mint: mint.address, decimals: 6, rings: 100, units: 1_000_000, dailyUnits: 50_000_000_000 }
  await gameRules.update({ appId, payouts })
  const { address } = await treasury.create({ appId })
  await solana.fund(address!, 2_400_000_000n)
  await giveTokens(solana, mint, address!, 125_000_000_000n)
  await addClaims()
})
afterAll(async () => {
  await harness?.stop()
  await solana?.stop()
})

const HOUR = 3_600_000
const SIGNATURE = '5VERv8NMvzbJMEkV8xnrLkEaWRtSz9CosKDYjCJjBRnbJLgp8uirBgmQpjKhoR4tjF3ZpRzrFmBV6UjKdiSZkQUW'

const claims: [name: string, rings: number, status: RingClaimStatus, hours: number, problem?: RingClaimProblem][] = [
  ['amber_lynx', 12_500, 'queued', 1],
  ['brisk_comet', 4000, 'queued', 2],
  ['coral_maple', 30_000, 'paid', 7],
  ['dusty_raven', 900, 'failed', 9, 'account_frozen'],
  ['early_harbor', 18_200, 'paid', 26],
]

/** Claims of several players in several states; what waits is due tomorrow. */
const addClaims = async () => {
  for (const [name, rings, status, hours, problem = null] of claims) {
    const { id: userId, client } = await signInAs(harness.server, appId, name)
    const { solWallet: address } = await client.account.wallets()
    const createdAt = Date.now() - hours * HOUR
    await harness.server.resources.db.prisma.ringClaim.create({
      data: {
        userId,
        appId,
        rings,
        address,
        token: mint.address,
        decimals: 6,
        amount: BigInt(rings) * 10_000n,
        status,
        problem,
        createdAt,
        dueAt: createdAt + (status === 'queued' ? 24 : 0) * HOUR,
        signature: status === 'paid' ? SIGNATURE : null,
      },
    })
  }
}

const pictures = [
  { name: 'game-rules', path: '/game/rules', text: 'Rings of a tap', colorScheme: 'light', scrollTo: undefined },
  { name: 'payouts', path: '/game/payouts', text: 'Pays claims', colorScheme: 'dark', scrollTo: 'Claims' },
] as const

test.each(pictures)('$name', async ({ name, path, text, colorScheme, scrollTo }) => {
  const { page, open } = harness
  await page.emulateMedia({ colorScheme })
  await open(`/apps/${appId}${path}`)
  await page.getByText(text).first().waitFor()
  await page.getByRole('navigation').getByRole('combobox').first().waitFor()
  if (scrollTo) await page.getByRole('grid', { name: scrollTo }).scrollIntoViewIfNeeded()
  await expect.poll(() => page.locator('[aria-busy=true], .ui-skeleton').count()).toBe(0)
  await page.screenshot({ path: join(folder, `console-${name}.png`) })
  expect(await harness.overflow()).toBe(0)
})
