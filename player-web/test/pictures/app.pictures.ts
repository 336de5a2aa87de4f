import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, overflow, startHarness } from '../harness.ts'
import { giveRings } from '../tap/board-players.ts'

// The pictures of the players' app in README.md and docs/player.md, made by `npm run pictures`.

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

test('the tap game', async () => {
  const user = await harness.newUser('amber_lynx')
  await giveRings(harness, user, 86_400)
  await user.client.game.click({ count: 180, seq: 1 })
  const { page, close } = await harness.visit('/tap', { width: 430, user })
  await expectText(page, 'Silver')
  expect(await overflow(page)).toBe(0)
  // Its light has more colours than a PNG holds in a small file.
  await page.screenshot({ path: join(folder, 'player-tap.jpg'), type: 'jpeg', quality: 85 })
  await close()
})
