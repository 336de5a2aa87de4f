import { type PriceServer, startPrices } from '@openauth/localnet/prices'
import { createMint, writeMetaplex } from '@openauth/localnet/solana-tokens'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestUser } from '../../api/src/testing.ts'
import { expectText, type Harness, overflow, seriousFindings, shoot, startHarness } from './harness.ts'
import { button } from './person.ts'

// U7: names and values of the wallet's tokens.

let harness: Harness
let prices: PriceServer
let user: TestUser & { solWallet: string }
const mints: Record<'listed' | 'claimed' | 'lookalike' | 'silent', string> = {
  listed: '',
  claimed: '',
  lookalike: '',
  silent: '',
}

beforeAll(async () => {
  prices = await startPrices({ prices: { solana: 150, 'play-token': 0.25 } })
  harness = await startHarness({ OPENAUTH_PRICE_URL: prices.url })
  const { solana, admin, app } = harness
  user = await harness.newUser('Collector')
  await solana.fund(user.solWallet, 2_000_000_000n)
  for (const name of Object.keys(mints) as (keyof typeof mints)[])
    mints[name] = (await createMint(solana, { holders: { [user.solWallet]: 123_456_789n } })).address
  await writeMetaplex(solana, mints.claimed, { name: 'Jupiter Moon', symbol: 'MOON' })
  await writeMetaplex(solana, mints.lookalike, { name: 'USD Coin', symbol: 'UЅDС' })
  await admin.knownTokens.set({
    appId: app.id,
    network: 'solana',
    address: mints.listed,
    symbol: 'PLAY',
    name: 'Play Token',
    priceId: 'play-token',
    iconUrl: `${harness.server.url}/favicon.svg`,
  })
})
afterAll(async () => {
  await harness?.stop()
  await prices.stop()
})

const short = (mint: string) => `${mint.slice(0, 6)}...${mint.slice(-6)}`

test.each(['en-GB', 'ru-RU'])(
  'U7: tokens have names and icons, and values if there is a price (%s)',
  async (locale) => {
    const { page, consoleErrors, close } = await harness.visit('/wallet', { user, locale })
    const row = (mint: string) => page.locator(`.tokens li[title="${mint}"]`)
    await row(mints.listed).waitFor()
    // Known tokens come first.
    expect(await page.locator('.tokens li').first().getAttribute('title')).toBe(mints.listed)
    const listed = await row(mints.listed).innerText()
    expect(listed).toMatch(/PLAY\s+Play Token\s+123\.456789\s+≈/)
    expect(listed).not.toContain(short(mints.listed))
    expect(await row(mints.listed).locator('img').getAttribute('src')).toBe(`${harness.server.url}/favicon.svg`)
    const claimed = await row(mints.claimed).innerText()
    expect(claimed).toContain('MOON')
    expect(claimed).toContain(short(mints.claimed))
    expect(claimed).not.toContain('≈')
    expect(await row(mints.silent).innerText()).toContain(short(mints.silent))
    expect(await page.locator('.balance-worth').innerText()).toMatch(
      locale === 'en-GB' ? '≈ US$300.00' : /≈ 300,00\s\$/,
    )
    expect(await seriousFindings(page)).toEqual([])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await overflow(page)).toBe(0)
      await shoot(page, `tokens-${locale}-${width}`)
    }
    expect(consoleErrors).toEqual([])
    await close()
  },
)

test('U7: a token that claims the name USDC is shown by its address, with a warning and without a letter', async () => {
  const { page, close } = await harness.visit('/wallet', { user })
  const row = page.locator(`.tokens li[title="${mints.lookalike}"]`)
  await row.waitFor()
  expect(await row.locator('strong').first().innerText()).toBe(short(mints.lookalike))
  expect(await row.innerText()).toContain('is not the token known here by that name')
  expect(await row.locator('.ui-avatar').innerText()).toBe('?')
  await close()
})

test('U7: the value of SOL is shown before it is sent', async () => {
  const to = (await harness.newUser('Paid')).solWallet
  const { page, close } = await harness.visit(`/wallet/send?address=${to}&amount=0.5`, { user, width: 390 })
  await page.locator('form button[type=submit]:not([aria-disabled])').click()
  await expectText(page, '≈ US$75.00')
  await shoot(page, 'review-worth-390')
  await button(page, 'Change something').click()
  await page.locator('input[name=address]:focus').waitFor()
  await close()
})

test('U7: without its price source the wallet shows balances', async () => {
  const other = await startHarness({ OPENAUTH_PRICE_URL: 'http://127.0.0.1:9' })
  const poor = await other.newUser('No prices')
  await other.solana.fund(poor.solWallet, 1_000_000_000n)
  const { page, close } = await other.visit('/wallet', { user: poor })
  await expect.poll(() => page.locator('.balance').innerText()).toContain('1.000000000')
  expect(await page.locator('.balance-worth').count()).toBe(0)
  await close()
  await other.stop()
})
