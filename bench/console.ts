// Speed of the operators' console in Chromium, as ratios to its limits.
import { createClient, fetchTransport } from '@openauth/client'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { launchChromium } from '../client/test/chromium.ts'
import { serveGallery } from '../ui/test/gallery.ts'
import type { Apps } from './seed.ts'

/** How long a page of a table may take to be shown once its answer is there. Milliseconds. */
const PAGE_LIMIT = 100
/** The time of a frame at 60 a second. Milliseconds. */
const FRAME = 1000 / 60
const NAVIGATIONS = 1000
/** How many screens are opened before memory is measured first: each loads its scripts and fills its caches once. */
const WARM_UP = 100

const quantile = (values: number[], part: number) =>
  values.toSorted((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * part))]!

interface Bench {
  url: string
  adminToken: string
  /** Name and password of the admin. */
  admin: { username: string; password: string }
  apps: Apps
  print: (line: string) => void
}

const line = (label: string, figure: string, ratio: number, aim: string) =>
  `${label.padEnd(58)} ${figure.padStart(14)} = ${ratio.toFixed(2)}   (aim ${aim})`

const signIn = async (browser: Browser, { url, admin }: Bench): Promise<Page> => {
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage()
  await page.goto(`${url}/console/users`)
  await page.getByLabel('Username').fill(admin.username)
  await page.getByLabel('Password', { exact: true }).fill(admin.password)
  await page.keyboard.press('Enter')
  await page.getByRole('row').nth(2).waitFor()
  return page
}

/** Records when the list's answer arrived, and when the frame was drawn that shows another first row. */
const watchRows = `
window.changes = []
const first = () => document.querySelector('[role=row]:nth-child(2), tbody tr')?.textContent
let shown = first()
new MutationObserver(() => {
  if (first() === shown) return
  shown = first()
  requestAnimationFrame(() => setTimeout(() => {
    const answers = performance.getEntriesByType('resource').filter(({ name }) => name.includes('/admin/users'))
    changes.push(performance.now() - answers.at(-1).responseEnd)
  }))
}).observe(document.body, { childList: true, subtree: true, characterData: true })`

/** From the answer of the API to the frame that shows its rows, over changes of the page. */
const measurePages = async (page: Page, { print }: Bench): Promise<void> => {
  await page.evaluate(watchRows)
  const count = () => page.evaluate('changes.length') as Promise<number>
  for (let turn = 0; turn < 40; turn += 1) {
    const before = await count()
    await page.getByRole('button', { name: 'Next page' }).click()
    while ((await count()) === before) await page.waitForTimeout(5)
    await page.evaluate('performance.clearResourceTimings()')
  }
  const delays = (await page.evaluate('changes')) as number[]
  for (const [name, part] of [
    ['p50', 0.5],
    ['p95', 0.95],
  ] as const) {
    const delay = quantile(delays, part)
    print(line(`table: answer to rows on the screen, ${name}`, `${delay.toFixed(0)} ms`, delay / PAGE_LIMIT, '≤ 1.00'))
  }
}

interface Held {
  JSHeapUsedSize: number
  Nodes: number
  JSEventListeners: number
}

/** The memory metrics of a page after a garbage collection. */
const heldBy = async (cdp: CDPSession): Promise<Held> => {
  await cdp.send('HeapProfiler.collectGarbage')
  const { metrics } = await cdp.send('Performance.getMetrics')
  return Object.fromEntries(metrics.map(({ name, value }) => [name, value])) as unknown as Held
}

const screensOf = ({ apps: [app] }: Bench, userId: string): string[] => [
  '/dashboard',
  '/apps',
  '/users',
  '/transactions',
  '/audit',
  '/admins',
  '/keys',
  '/jobs',
  '/health',
  ...['', '/users', '/login-methods', '/settings', '/branding', '/policy'].map((path) => `/apps/${app}${path}`),
  ...['', '/sessions', '/wallets', '/activity'].map((tab) => `/apps/${app}/users/${userId}${tab}`),
  '/content/dapps',
]

/** Goes from screen to screen without a load, as links do. */
const measureHeap = async (page: Page, bench: Bench): Promise<void> => {
  const client = createClient(fetchTransport({ baseUrl: bench.url, token: () => bench.adminToken }))
  const { data } = await client.users.list({ appId: bench.apps[0], limit: 1 })
  const screens = screensOf(bench, data[0]!.id)
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  const visit = async (turn: number) => {
    await page.evaluate(
      (path) => {
        history.pushState(null, '', path)
        dispatchEvent(new PopStateEvent('popstate', { state: null }))
      },
      `/console${screens[turn % screens.length]}`,
    )
    await page.waitForLoadState('networkidle').catch(() => {})
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 20))))
  }
  let before: Held | undefined
  for (let turn = 0; turn < WARM_UP + NAVIGATIONS; turn += 1) {
    if (turn === WARM_UP) before = await heldBy(cdp)
    await visit(turn)
  }
  const after = await heldBy(cdp)
  const report = (label: string, key: keyof Held, unit: number, name: string) => {
    const figure = `${(before![key] / unit).toFixed(1)} to ${(after[key] / unit).toFixed(1)}${name}`
    bench.print(line(`${label} over ${NAVIGATIONS} navigations`, figure, after[key] / before![key], 'about 1'))
  }
  report('heap', 'JSHeapUsedSize', 1e6, ' MB')
  report('elements', 'Nodes', 1, '')
  report('listeners', 'JSEventListeners', 1, '')
}

/** Scrolls a table of 100,000 rows by the wheel for some seconds, on a processor at a quarter of its speed. */
const measureScrolling = async (browser: Browser, { print }: Bench): Promise<void> => {
  const gallery = await serveGallery()
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 900 } })).newPage()
  await page.goto(`${gallery.url}/controls.html`)
  const row = page.getByRole('row', { name: /Ada Lovelace 1 / }).first()
  await row.scrollIntoViewIfNeeded()
  await row.hover()
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await page.evaluate(`window.frames_ = []
    let last
    const frame = (at) => { if (last !== undefined) frames_.push(at - last); last = at; requestAnimationFrame(frame) }
    requestAnimationFrame(frame)`)
  for (let turn = 0; turn < 200; turn += 1) {
    await page.mouse.wheel(0, 300)
    await page.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
  }
  const frames = (await page.evaluate('frames_')) as number[]
  const shown = frames.reduce((sum, each) => sum + each, 0)
  const perSecond = (frames.length / shown) * 1000
  print(
    line(
      'frames while scrolling 100,000 rows, processor at a quarter',
      `${perSecond.toFixed(0)} / s`,
      perSecond / 60,
      '≥ 1.00',
    ),
  )
  const slow = quantile(frames, 0.95)
  print(line('  the longest but 5 %', `${slow.toFixed(0)} ms`, slow / FRAME, '≤ 1.00'))
  await gallery.stop()
}

/** Measures the console of a server that has `OPENAUTH_CONSOLE=on` and users. */
export const measureConsole = async (bench: Bench): Promise<void> => {
  const browser = await launchChromium()
  try {
    const page = await signIn(browser, bench)
    await measurePages(page, bench)
    await measureHeap(page, bench)
    await measureScrolling(browser, bench)
  } finally {
    await browser.close()
  }
}
