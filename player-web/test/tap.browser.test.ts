import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, type Harness, overflow, seriousFindings, shoot, shootWidths, startHarness } from './harness.ts'
import { button } from './person.ts'
import { giveRings } from './tap/board-players.ts'

// The tap game in a browser, against the real server.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

test('is played with the keyboard alone; held keys are one tap', async () => {
  const user = await harness.newUser('keys')
  const { page, consoleErrors, close } = await harness.visit('/earn', { user })
  await page.getByRole('link', { name: /Tap game/ }).focus()
  await page.keyboard.press('Enter')
  const ring = page.getByRole('button', { name: 'Tap the ring' })
  await ring.focus()
  await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('0')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.down('Enter')
  await page.keyboard.up('Enter')
  await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('3')
  const rings = async () => {
    const { body } = await harness.server.send('GET', '/api/profile', { token: user.token })
    return body.data.rings
  }
  await expect.poll(rings).toBe(3)
  expect(consoleErrors).toEqual([])
  await close()
})

test('five fingers count five; what is tapped arrives when the page is left', async () => {
  const user = await harness.newUser('fingers')
  const { page, close } = await harness.visit('/tap', { user, reducedMotion: 'no-preference' })
  const ring = page.getByRole('button', { name: 'Tap the ring' })
  await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('0')
  const { x, y, width } = (await ring.boundingBox())!
  const cdp = await page.context().newCDPSession(page)
  const touchPoints = [0.3, 0.4, 0.5, 0.6, 0.7].map((part, id) => ({ x: x + width * part, y: y + width * part, id }))
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
  await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('5')
  await page.goto('about:blank')
  const rings = async () => {
    const { body } = await harness.server.send('GET', '/api/profile', { token: user.token })
    return body.data.rings
  }
  await expect.poll(rings).toBe(5)
  await close()
})

test('all screens have the same number of rings, also of taps that the server has not answered', async () => {
  const user = await harness.newUser('counts rings')
  await giveRings(harness, user, 500)
  const { page, close } = await harness.visit('/tap', { user })
  const ring = page.getByRole('button', { name: 'Tap the ring' })
  await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('500')
  // Answers take their time.
  let isAnswering = false
  await page.route('**/api/click', async (route) => {
    while (!isAnswering) await new Promise((resolve) => setTimeout(resolve, 50))
    await route.continue()
  })
  for (let taps = 0; taps < 12; taps += 1) await ring.press('Enter')
  await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('512')
  await page.getByRole('link', { name: 'Boosts', exact: true }).click()
  expect(await page.locator('.tap-balance').innerText()).toBe('512')
  await page.getByRole('link', { name: 'Board', exact: true }).click()
  await expect.poll(() => page.locator('[data-me] .board-rings').innerText()).toBe('512')
  await expectText(page, '49,488 rings to')
  isAnswering = true
  await page.getByRole('link', { name: 'Boosts', exact: true }).click()
  await expect.poll(async () => (await user.client.game.profile()).rings).toBe(512)
  expect(await page.locator('.tap-balance').innerText()).toBe('512')
  await page.getByRole('button', { name: /^More energy/ }).click()
  await expectText(page, '488 rings are missing')
  await close()
})

test.each([
  ['/tap', 'Level 1'],
  ['/tap/boosts', 'Daily reward'],
  ['/tap/friends', 'Invite a friend'],
])('%s is accessible, and fits three widths', async (path, text) => {
  const user = await harness.newUser(`looks at ${path}`)
  const { page, consoleErrors, close } = await harness.visit(path, { user })
  await expectText(page, text)
  if (path === '/tap') await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('0')
  expect(await seriousFindings(page)).toEqual([])
  for (const width of [360, 1280, 430]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page)).toBe(0)
    await shoot(page, `tap${path.replaceAll('/', '-')}-${width}`)
  }
  expect(consoleErrors).toEqual([])
  await close()
})

/** Three widths without overflow, each in a picture where one is asked for. */
/** How many pixels of the rays are beyond the edges of a celebration. */
const cutOff = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const rays = document.querySelector<HTMLElement>('.celebration-rays')!
    return Math.max(0, rays.offsetHeight - document.querySelector<HTMLElement>('.celebration')!.clientHeight)
  })

describe('moments', () => {
  test('a new level and a daily reward are celebrated, and closed with the keyboard', async () => {
    const user = await harness.newUser('riser')
    await giveRings(harness, user, 4999)
    const { page, consoleErrors, close } = await harness.visit('/tap', { user })
    const ring = page.getByRole('button', { name: 'Tap the ring' })
    await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('4,999')
    await ring.press('Enter')
    await expectText(page, 'Level 2!')
    await expect.poll(() => cutOff(page)).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'tap-level-up')
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: 'Boosts', exact: true }).click()
    await button(page, /^Daily reward/).click()
    // The last of the seven days ends its row.
    const [days, last] = await Promise.all(
      ['.tap-days', '.tap-days li:last-child'].map((at) => page.locator(at).boundingBox()),
    )
    expect(last!.x + last!.width).toBeCloseTo(days!.x + days!.width, 0)
    await button(page, 'Take 500 rings').click()
    await expectText(page, '+500')
    expect(await cutOff(page)).toBe(0)
    expect(await seriousFindings(page)).toEqual([])
    await shootWidths(page, 'tap-daily-taken')
    await button(page, 'Go on').click()
    await expectText(page, '5,500')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('without energy the ring is grey until there is some, and during turbo it shines', async () => {
    // However long this machine takes, turbo lasts.
    await harness.admin.gameRules.update({ appId: harness.app.id, freeBoosts: { turbo: { seconds: 300 } } })
    const user = await harness.newUser('tired')
    await user.client.game.profile()
    await user.client.game.profile()
    const { player } = harness.server.resources.db.prisma
    await player.update({ where: { userId: user.id }, data: { energy: 0, energyPerSecond: 0 } })
    const { page, consoleErrors, close } = await harness.visit('/tap', { user })
    const stage = page.locator('.tap-screen')
    await expect.poll(() => stage.getAttribute('data-empty')).toBe('')
    await shootWidths(page, 'tap-empty')
    await page.getByRole('link', { name: 'Boosts', exact: true }).click()
    await button(page, /^Full energy/).click()
    await expect.poll(() => stage.getAttribute('data-empty')).toBe(null)
    await page.getByRole('link', { name: 'Boosts', exact: true }).click()
    await button(page, /^Turbo/).click()
    await expect.poll(() => stage.getAttribute('data-turbo')).toBe('')
    await page.getByRole('button', { name: 'Tap the ring' }).press('Enter')
    await expect.poll(() => page.locator('.tap-rings').innerText()).toBe('5')
    await shootWidths(page, 'tap-turbo')
    expect(consoleErrors).toEqual([])
    await close()
  })
})

test.each(['es', 'ru', 'zh'])('in %s nothing is wider than a small screen', async (locale) => {
  const user = await harness.newUser(`speaks ${locale}`)
  await giveRings(harness, user, 1_234_567)
  const { page, consoleErrors, close } = await harness.visit('/tap', { user, locale, width: 360 })
  await expect.poll(() => page.locator('.tap-rings').innerText()).toMatch(/^1.234.567$/)
  for (const screen of ['', '/boosts', '/board', '/friends']) {
    await page.locator(`.tap-tabs a[href="/tap${screen}"]`).click()
    await page.locator(`.tap-tabs a[href="/tap${screen}"][aria-current]`).waitFor()
    expect(await overflow(page)).toBe(0)
    if (screen === '/board') await page.locator('.podium').waitFor()
    await shoot(page, `tap-${locale}${screen.replace('/', '-')}`)
  }
  expect(consoleErrors).toEqual([])
  await close()
})
