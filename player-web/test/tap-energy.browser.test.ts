import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, type Harness, seriousFindings, shoot, shootWidths, startHarness } from './harness.ts'
import { button } from './person.ts'

// What the tap game says of energy, free boosts and rewards that wait, against the real server.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
  // However long this machine takes, turbo lasts.
  await harness.admin.gameRules.update({ appId: harness.app.id, freeBoosts: { turbo: { seconds: 300, perDay: 2 } } })
})
afterAll(() => harness?.stop())

/** A player with less energy than its limit, which refills by `perSecond`. */
const playerWithEnergy = async (name: string, energy: number, perSecond = 0) => {
  const user = await harness.newUser(name)
  await user.client.game.profile()
  await user.client.game.profile()
  const data = { energy: energy * 1000, energyPerSecond: perSecond, ringsPerTap: 5 }
  await harness.server.resources.db.prisma.player.update({ where: { userId: user.id }, data })
  return user
}

const tab = (page: Page, name: string | RegExp) => page.locator('.tap-tabs').getByRole('link', { name })
const freeCard = (page: Page, name: RegExp) => page.getByRole('button', { name })

describe('free boosts', () => {
  test('say what they do; full energy is kept while the energy is full, turbo while turbo is on', async () => {
    const user = await harness.newUser('saver')
    const { page, consoleErrors, close } = await harness.visit('/tap/boosts', { user })
    await expectText(page, 'Your energy is full. Keep this for later.')
    expect(await freeCard(page, /^Full energy/).isDisabled()).toBe(true)
    await expectText(page, 'taps pay 5 times as much and use no energy')
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'boosts-free')
    await freeCard(page, /^Turbo/).click()
    await expect.poll(() => page.locator('.tap-status').innerText()).toMatch(/^Turbo ×5 · \d+ min$/)
    expect(await page.locator('.tap-energy').innerText()).toMatch(/Not used during turbo/)
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'turbo-chip')
    await tab(page, /^Boosts/).click()
    await expectText(page, /Turbo is on for \d+ min more/)
    expect(await freeCard(page, /^Turbo/).isDisabled()).toBe(true)
    await shootWidths(page, 'boosts-turbo')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('full energy fills what is missing', async () => {
    const user = await playerWithEnergy('filler', 400)
    const { page, close } = await harness.visit('/tap/boosts', { user })
    await expectText(page, 'Fills your energy at once.')
    await freeCard(page, /^Full energy/).click()
    await expect.poll(() => page.locator('.tap-energy').innerText()).toMatch(/1,000 \/ 1,000/)
    await close()
  })

  test('turbo counts its last seconds down', async () => {
    const user = await harness.newUser('sprinter')
    await user.client.game.useBoost({ boost: 'turbo' })
    const data = { turboUntil: BigInt(Date.now() + 55_000) }
    await harness.server.resources.db.prisma.player.update({ where: { userId: user.id }, data })
    const { page, close } = await harness.visit('/tap', { user })
    const shown = async () => Number(/(\d+)s$/.exec(await page.locator('.tap-status').innerText())?.[1])
    await expect.poll(shown).toBeGreaterThan(0)
    const first = await shown()
    await expect.poll(shown).toBeLessThan(first)
    await close()
  })
})

describe('without energy for a tap', () => {
  test('the screen says so, when the next tap is possible, and leads to the free boost', async () => {
    const user = await playerWithEnergy('exhausted', 0, 1)
    const { page, consoleErrors, close } = await harness.visit('/tap', { user })
    await expectText(page, /Out of energy · next tap in [1-5]s/)
    expect(await page.locator('.tap-energy').innerText()).toMatch(/Full in 17 min/)
    await expect.poll(() => page.locator('.tap-screen > p.ui-hidden').innerText()).toMatch(/energy\. Out of energy$/)
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'out-of-energy')
    // Enough for one tap again.
    await expect.poll(() => page.locator('.tap-status').innerText()).toBe('')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('it leads to the free boost where one is left, and only there', async () => {
    const user = await playerWithEnergy('stranded', 0)
    const { page, close } = await harness.visit('/tap', { user })
    await page.getByRole('link', { name: 'Fill it up for free' }).click()
    await freeCard(page, /^Full energy/).click()
    await expect.poll(() => page.locator('.tap-status').innerText()).toBe('')
    const data = { energy: 0 }
    await harness.server.resources.db.prisma.player.update({ where: { userId: user.id }, data })
    await page.reload()
    await expect.poll(() => page.locator('.tap-status').innerText()).toBe('Out of energy')
    await close()
  })
})

describe('what waits', () => {
  test('is told by a dot on the boosts, until the reward and the free boosts of today are taken', async () => {
    const user = await playerWithEnergy('collector', 10)
    const { page, close } = await harness.visit('/tap', { user })
    expect(await tab(page, 'Boosts').getAttribute('aria-describedby')).not.toBeNull()
    await expectText(page, 'Something waits for you')
    await tab(page, 'Boosts').click()
    await expectText(page, '500 rings are waiting for you')
    await button(page, /^Daily reward/).click()
    await button(page, 'Take 500 rings').click()
    await button(page, 'Go on').click()
    expect(await page.locator('.tap-tab-dot').count()).toBe(1)
    await user.client.game.useBoost({ boost: 'fullEnergy' })
    await user.client.game.useBoost({ boost: 'turbo' })
    await user.client.game.useBoost({ boost: 'turbo' })
    await page.reload()
    await expectText(page, 'Used up for today.')
    expect(await page.locator('.tap-tab-dot').count()).toBe(0)
    await shootWidths(page, 'boosts-all-taken')
    await close()
  })
})

test.each(['en-GB', 'es-ES', 'ru-RU', 'zh-CN'])(
  'in %s all five tabs are whole on a small telephone',
  async (locale) => {
    const user = await harness.newUser(`tabs ${locale}`)
    const { page, close } = await harness.visit('/tap', { user, locale, width: 360 })
    await page.locator('.tap-tabs a[aria-current]').waitFor()
    for (const screen of ['', '/boosts', '/friends']) {
      await page.locator(`.tap-tabs a[href="/tap${screen}"]`).click()
      await page.locator(`.tap-tabs a[href="/tap${screen}"][aria-current]`).waitFor()
      const hidden = await page.evaluate(() => {
        const bar = document.querySelector('.tap-tabs')!.getBoundingClientRect()
        return [...document.querySelectorAll('.tap-tabs a')].flatMap((link) => {
          const { left, right } = link.getBoundingClientRect()
          const isWhole = left >= bar.left && right <= bar.right && link.scrollWidth <= link.clientWidth
          return isWhole ? [] : [link.textContent]
        })
      })
      expect(hidden).toEqual([])
    }
    await shoot(page, `tabs-${locale}-360`)
    await close()
  },
)
