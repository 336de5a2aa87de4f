import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Harness, startHarness } from './harness.ts'

// A figure, not a bound: machines that run tests differ, and what is measured is printed as a part of the stated limit.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

/** Milliseconds from an interaction to the next paint that the send form may take. https://web.dev/articles/inp */
const LIMIT = 100

const observe = `window.delays = []
new PerformanceObserver((list) => { for (const { duration, interactionId } of list.getEntries()) if (interactionId) delays.push(duration) })
  .observe({ type: 'event', durationThreshold: 16, buffered: true })`

test('interaction to next paint on the send form, on a processor four times as slow', async () => {
  const user = await harness.newUser('fast fingers')
  // Max is there once the balance is known, and above the fee.
  await harness.solana.fund(user.solWallet, 1_000_000_000n)
  const { page, close } = await harness.visit('/wallet/send', { user, before: observe, cold: true })
  const cdp = await page.context().newCDPSession(page)
  await page.locator('input[name=address]').waitFor()
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.locator('input[name=address]').pressSequentially('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
  await page.locator('input[name=amount]').pressSequentially('0.123456789')
  await page.getByRole('button', { name: 'Max' }).click()
  const read = () => page.evaluate('delays') as Promise<number[]>
  // An event is listed after its paint: the list is whole once it has not grown between two looks.
  let delays: number[] = []
  await expect
    .poll(
      async () => {
        const before = delays.length
        delays = await read()
        return before > 0 && delays.length === before
      },
      { timeout: 120_000 },
    )
    .toBe(true)
  // The 98th percentile, as browsers report it; what is not listed took less than 16 ms.
  const worst = delays.toSorted((a, b) => a - b)[Math.floor(delays.length * 0.98)] ?? 16
  console.log(`INP on the send form: ${worst} ms, ${(worst / LIMIT).toFixed(2)} of the limit`)
  expect(worst).toBeGreaterThan(0)
  expect(await page.locator('input[name=amount]').inputValue()).toBe('0.999995')
  await close()
})
