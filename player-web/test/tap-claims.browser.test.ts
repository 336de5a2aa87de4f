import type { Mint } from '@openauth/localnet/solana-mint'
import { createMint, giveTokens } from '@openauth/localnet/solana-tokens'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, type Harness, seriousFindings, shoot, shootWidths, startHarness } from './harness.ts'
import { button } from './person.ts'
import { playerWith } from './tap/board-players.ts'

// Claims of the tap game in a browser, against the real server and a chain.

let harness: Harness
let mint: Mint
beforeAll(async () => {
  harness = await startHarness()
  mint = await createMint(harness.solana)
})
afterAll(() => harness?.stop())

describe('claims', () => {
  test('are not offered where they are recorded only', async () => {
    const user = await playerWith(harness, 'no claims', 500)
    const { page, close } = await harness.visit('/tap/boosts', { user })
    await expectText(page, 'Free today')
    await expect.poll(() => page.getByText('Claim rings').count()).toBe(0)
    await close()
  })

  test('wait while nothing is paid, say why, and are shown as paid with their transaction', async () => {
    const { admin, app, solana } = harness
    const payouts = { mint: mint.address, decimals: mint.decimals, rings: 100, units: 2_000_000 }
    await admin.gameRules.update({ appId: app.id, payouts })
    const user = await playerWith(harness, 'claimer', 550)
    const { page, consoleErrors, close } = await harness.visit('/tap/boosts', { user })
    await page.getByRole('button', { name: /Claim rings/ }).click()
    await expectText(page, '100 rings pay 2 tokens')
    await button(page, 'Claim').click()
    await expectText(page, 'Payments are paused')
    await expectText(page, '500 rings')
    await expectText(page, 'Waits')
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'claims')
    const { address } = await admin.treasury.create({ appId: app.id })
    await solana.fund(address!, 1_000_000_000n)
    await giveTokens(solana, mint, address!, 100_000_000n)
    await expect.poll(() => page.locator('.claim-state').allInnerTexts()).toEqual([expect.stringMatching(/^Paid/)])
    await shoot(page, 'claims-paid-430')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('that nothing keeps are told to be on their way, with the token’s address', async () => {
    const user = await playerWith(harness, 'second claimer', 200)
    const { page, close } = await harness.visit('/tap/boosts', { user })
    await page.getByRole('button', { name: /Claim rings/ }).click()
    await expectText(page, `Token: ${mint.address.slice(0, 6)}`)
    await button(page, 'Claim').click()
    await expectText(page, 'The payment for 200 rings is on its way to your wallet.')
    await expect.poll(() => button(page, 'Claim').count()).toBe(0)
    await shootWidths(page, 'claims-on-their-way')
    await close()
  })

  test('of a player under review take an appeal', async () => {
    const { admin, app } = harness
    const user = await playerWith(harness, 'suspected', 300)
    await admin.gameReviews.hold({ appId: app.id, id: user.id, reason: 'Taps day and night' })
    const { page, close } = await harness.visit('/tap/boosts', { user })
    await page.getByRole('button', { name: /Claim rings/ }).click()
    await expectText(page, 'Your payouts wait for a review')
    await page.getByRole('textbox').fill('My sister and I share this telephone')
    await shootWidths(page, 'claims-review')
    await button(page, 'Send').click()
    await expectText(page, 'Your message was sent')
    expect((await user.client.game.review()).state).toBe('appealed')
    await close()
  })
})
