// The page of the tap game in Chromium while somebody taps, as ratios to its limits.
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../client/test/chromium.ts'

/** How much slower than this machine the player's telephone is. */
const SLOWDOWN = 4
const TAPS_PER_SECOND = 10
/** Seconds. */
const WARM_UP = 3
/** Seconds. */
const REST = 8
/** The time of a frame at 60 a second. Milliseconds. */
const FRAME = 1000 / 60
/** From a touch to the frame that shows it. Milliseconds. */
const INPUT_LIMIT = 50
/** Shorter ones are not reported, and longer ones in steps of 8. https://w3c.github.io/event-timing/ Milliseconds. */
const SHORTEST_REPORTED = 16

interface TapPageBench {
  url: string
  /** A player's token, who has energy for all taps. */
  token: string
  seconds: number
  print: (line: string) => void
}

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

const line = (label: string, figure: string, ratio: number, aim: string) =>
  `${label.padEnd(58)} ${figure.padStart(14)} = ${ratio.toFixed(2)}   (aim ${aim})`

/** Records frames. It asks for each, so that the main thread draws frames that the page would leave to the compositor. */
const watchFrames = `
window.frameTimes = []
let last
const frame = (at) => { if (last !== undefined) frameTimes.push(at - last); last = at; if (isWatching) requestAnimationFrame(frame) }
window.isWatching = true
requestAnimationFrame(frame)`

/** Records touches with the time until the frame that shows them. */
const watchTouches = `
window.touches = []
new PerformanceObserver((list) => {
  for (const { name, duration, startTime, processingStart, processingEnd } of list.getEntries())
    if (name === 'pointerdown') touches.push({ duration, delay: processingStart - startTime, work: processingEnd - processingStart })
}).observe({ type: 'event', durationThreshold: ${SHORTEST_REPORTED} })`

const openGame = async (browser: Browser, { url, token }: TapPageBench): Promise<Page> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const page = await context.newPage()
  await page.addInitScript(`localStorage.setItem('OpenAuth:Token', ${JSON.stringify(JSON.stringify(token))})`)
  await page.goto(`${url}/tap`)
  await page.getByText('1,000 / 1,000').waitFor()
  return page
}

/** Seconds that the main thread was busy, by Chromium's count. */
const busySeconds = async (cdp: CDPSession): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find(({ name }) => name === 'TaskDuration')!.value
}

/** Taps all over the ring at a steady rate, by touches as the browser's process gets them. Resolves with how many. */
const tapFor = async (page: Page, cdp: CDPSession, seconds: number): Promise<number> => {
  const { x, y, width } = (await page.locator('.tap-ring').boundingBox())!
  const taps = seconds * TAPS_PER_SECOND
  const begin = performance.now()
  for (let tap = 0; tap < taps; tap += 1) {
    const wait = begin + (tap * 1000) / TAPS_PER_SECOND - performance.now()
    if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
    const turn = tap * 2.4
    const touchPoints = [{ x: x + width * (0.5 + 0.36 * Math.cos(turn)), y: y + width * (0.5 + 0.36 * Math.sin(turn)) }]
    // Not awaited one by one: a page that falls behind gets the next finger all the same.
    void cdp.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints }).catch(() => {})
    void cdp.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] }).catch(() => {})
  }
  return taps
}

interface Touch {
  duration: number
  delay: number
  work: number
}

const framesOf = async (page: Page) => (await page.evaluate('isWatching = false, frameTimes')) as number[]

const reportFrames = (when: string, frames: number[], print: TapPageBench['print']): void => {
  for (const [name, part] of [
    ['p50', 0.5],
    ['p95', 0.95],
    ['p99', 0.99],
  ] as const) {
    const time = quantile(frames, part)
    print(line(`frame, ${when}, ${name}`, `${time.toFixed(1)} ms`, time / FRAME, '≤ 1.00'))
  }
  const shown = frames.reduce((sum, each) => sum + each, 0)
  const perSecond = (frames.length / shown) * 1000
  print(line('  frames a second', perSecond.toFixed(1), perSecond / 60, '≥ 1.00'))
  const dropped = frames.reduce((sum, each) => sum + Math.max(0, Math.round(each / FRAME) - 1), 0)
  print(`  frames dropped: ${dropped} of ${frames.length + dropped}`)
}

const reportTouches = (touches: Touch[], taps: number, print: TapPageBench['print']): void => {
  const unreported = Array.from({ length: Math.max(0, taps - touches.length) }, () => SHORTEST_REPORTED)
  const durations = [...touches.map(({ duration }) => duration), ...unreported]
  for (const [name, part] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const time = quantile(durations, part)
    print(line(`touch to paint, ${name}`, `≤ ${time.toFixed(0)} ms`, time / INPUT_LIMIT, '≤ 1.00'))
  }
  const middle = (key: 'delay' | 'work') =>
    quantile(
      touches.map((touch) => touch[key]),
      0.5,
    ).toFixed(1)
  if (touches.length > 0)
    print(`  of ${touches.length} reported touches, p50: wait ${middle('delay')} ms, listeners ${middle('work')} ms`)
}

/** Measures the built page of a server that has it, on a processor at a quarter of its speed. */
export const measureTapPage = async (bench: TapPageBench): Promise<void> => {
  const { seconds, print } = bench
  const browser = await launchChromium()
  try {
    const page = await openGame(browser, bench)
    const cdp = await page.context().newCDPSession(page)
    await cdp.send('Performance.enable')
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    // Warms up: the just-in-time compiler, and what is drawn first.
    await tapFor(page, cdp, WARM_UP)
    await page.waitForTimeout(1000)
    // What this machine gives a page that nobody taps, for comparison.
    await page.evaluate(watchFrames)
    await page.waitForTimeout(REST * 1000)
    reportFrames('nobody taps', await framesOf(page), print)
    await page.evaluate(watchFrames)
    await tapFor(page, cdp, seconds)
    reportFrames('ten taps a second', await framesOf(page), print)
    await page.evaluate(watchTouches)
    const before = await busySeconds(cdp)
    const taps = await tapFor(page, cdp, seconds)
    const busy = (await busySeconds(cdp)) - before
    reportTouches((await page.evaluate('touches')) as Touch[], taps, print)
    print(`  main thread: ${((busy * 1000) / taps).toFixed(1)} ms a tap, busy ${((busy / seconds) * 100).toFixed(0)} %`)
    const shown = Number((await page.locator('.tap-rings').innerText()).replace(/\D/g, ''))
    print(`  counted ${shown} of ${2 * taps + WARM_UP * TAPS_PER_SECOND} taps`)
  } finally {
    await browser.close()
  }
}
