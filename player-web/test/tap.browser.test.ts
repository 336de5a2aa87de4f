import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, overflow, seriousFindings, shoot, startHarness } from './harness.ts'

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
