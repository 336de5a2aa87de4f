import type { CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, type Harness, overflow, shoot, startHarness } from './harness.ts'

// Fingers on the ring only tap: they neither scroll, zoom, select nor reload. By real touch events in Chromium.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

/** Short, so that the page can be scrolled. */
const size = { width: 390, height: 520 }

const open = async (name: string, path = '/tap') => {
  const user = await harness.newUser(name)
  const visit = await harness.visit(path, { user, reducedMotion: 'no-preference' })
  const { page } = visit
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 5 })
  await cdp.send('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: true })
  if (path === '/tap') await expect.poll(() => rings(page)).toBe('0')
  return { ...visit, cdp, user }
}

const rings = (page: Page) => page.locator('.tap-rings').innerText()

interface Point {
  x: number
  y: number
}

/** Fingers come down at points, move by steps, and leave. */
const gesture = async (cdp: CDPSession, from: Point[], to: Point[] = from) => {
  const at = (part: number) =>
    from.map(({ x, y }, id) => ({ x: x + (to[id]!.x - x) * part, y: y + (to[id]!.y - y) * part, id }))
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0) })
  if (to !== from)
    for (const part of [0.2, 0.4, 0.6, 0.8, 1])
      await cdp.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(part) })
  await cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
}

const ringCenter = async (page: Page): Promise<Point> => {
  const { x, y, width, height } = (await page.locator('.tap-ring').boundingBox())!
  return { x: x + width / 2, y: y + height / 2 }
}

/** What a gesture may have moved. */
const view = (page: Page) =>
  page.evaluate(() => ({ scroll: scrollY, zoom: visualViewport!.scale, selected: getSelection()!.toString() }))
const unmoved = { scroll: 0, zoom: 1, selected: '' }

describe('fingers on the ring', () => {
  test('do not scroll the page, which a swipe beside it does', async () => {
    const { page, cdp, close } = await open('swiper')
    const { x, y } = await ringCenter(page)
    await gesture(cdp, [{ x, y }], [{ x, y: y - 150 }])
    expect(await view(page)).toEqual(unmoved)
    const beside = { x: 195, y: 180 }
    await gesture(cdp, [beside], [{ ...beside, y: 40 }])
    await expect.poll(async () => (await view(page)).scroll).toBeGreaterThan(0)
    expect(await rings(page)).toBe('1')
    await close()
  })

  test('do not zoom, by two quick taps or by two fingers that part', async () => {
    const { page, cdp, close } = await open('zoomer')
    const { x, y } = await ringCenter(page)
    for (let tap = 0; tap < 4; tap += 1) await gesture(cdp, [{ x: x + 40, y }])
    await gesture(
      cdp,
      [
        { x: x - 10, y },
        { x: x + 10, y },
      ],
      [
        { x: x - 90, y },
        { x: x + 90, y },
      ],
    )
    await expect.poll(() => rings(page)).toBe('6')
    expect(await view(page)).toEqual(unmoved)
    await close()
  })

  test('select nothing, drag nothing and open no menu', async () => {
    const { page, close } = await open('holder')
    const { x, y } = await ringCenter(page)
    await page.mouse.dblclick(x, y)
    await page.mouse.move(x, y)
    await page.mouse.down()
    await page.mouse.move(x + 60, y - 200, { steps: 4 })
    await page.mouse.up()
    expect(await view(page)).toEqual(unmoved)
    const kept = await page.evaluate(() => {
      const ring = document.querySelector('.tap-ring')!
      const isRefused = (type: string) => !ring.dispatchEvent(new Event(type, { bubbles: true, cancelable: true }))
      const { touchAction, userSelect } = getComputedStyle(ring)
      return { menu: isRefused('contextmenu'), drag: isRefused('dragstart'), touchAction, userSelect }
    })
    expect(kept).toEqual({ menu: true, drag: true, touchAction: 'none', userSelect: 'none' })
    await close()
  })

  test('do not reload the page by a pull', async () => {
    const { page, cdp, close } = await open('puller')
    await page.evaluate('window.isFirst = true')
    const { x, y } = await ringCenter(page)
    await gesture(cdp, [{ x, y }], [{ x, y: y + 200 }])
    await gesture(cdp, [{ x: 195, y: 100 }], [{ x: 195, y: 480 }])
    expect(await page.evaluate('window.isFirst')).toBe(true)
    const overscroll = await page.evaluate(() => getComputedStyle(document.documentElement).overscrollBehaviorY)
    expect(overscroll).toBe('none')
    await close()
  })
})

test('a telephone that is turned keeps the count, and the ring is whole beside it', async () => {
  const { page, cdp, consoleErrors, close } = await open('turner')
  await cdp.send('Emulation.clearDeviceMetricsOverride')
  await gesture(cdp, [await ringCenter(page)])
  await expect.poll(() => rings(page)).toBe('1')
  for (const turned of [
    { width: 740, height: 360 },
    { width: 360, height: 740 },
  ]) {
    await page.setViewportSize(turned)
    await expect.poll(() => page.evaluate('innerWidth')).toBe(turned.width)
    const { x, y, width, height } = (await page.locator('.tap-ring').boundingBox())!
    expect([x >= 0, x + width <= turned.width, y >= 0, y + height <= turned.height]).toEqual([true, true, true, true])
    expect(await overflow(page)).toBe(0)
    await shoot(page, `tap-turned-${turned.width}`)
    await gesture(cdp, [await ringCenter(page)])
  }
  await expect.poll(() => rings(page)).toBe('3')
  expect(consoleErrors).toEqual([])
  await close()
})

test('a swipe scrolls the board', async () => {
  const { page, cdp, close } = await open('reader', '/tap/board')
  await expectText(page, 'All players')
  await gesture(cdp, [{ x: 195, y: 400 }], [{ x: 195, y: 250 }])
  await expect.poll(async () => (await view(page)).scroll).toBeGreaterThan(0)
  await close()
})
