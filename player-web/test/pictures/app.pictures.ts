import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, overflow, startHarness } from '../harness.ts'

// The picture of the players' app in README.md, made by `npm run pictures`.

const folder = fileURLToPath(new URL('../../../docs/pictures', import.meta.url))

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

test('a wallet', async () => {
  const user = await harness.newUser('brisk_comet')
  await harness.solana.fund(user.solWallet, 2_400_000_000n)
  const { page, close } = await harness.visit('/wallet', { width: 390, user })
  await expectText(page, '2.400000000')
  expect(await overflow(page)).toBe(0)
  await page.screenshot({ path: join(folder, 'player-wallet.png') })
  await close()
})
