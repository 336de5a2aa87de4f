// `npm run dashboards:pictures -- http://127.0.0.1:9090 /tmp/pictures [minutes]`: draws each dashboard from what a Prometheus
// has of the last minutes, to look at it without a Grafana.
import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { launchChromium } from '../../../client/test/chromium.ts'
import { dashboards } from '../dashboards.mjs'
import { type DrawnDashboard, readDashboard } from './read.ts'

const [prometheus, folder, minutes = '10'] = process.argv.slice(2)
if (!prometheus || !folder || !(Number(minutes) > 0)) {
  process.stderr.write('Usage: npm run dashboards:pictures -- <address of a Prometheus> <folder> [minutes]\n')
  process.exit(2)
}

const STEP = 5
const beside = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const uPlot = createRequire(import.meta.url).resolve('uplot/dist/uPlot.iife.min.js')
const uPlotStyle = createRequire(import.meta.url).resolve('uplot/dist/uPlot.min.css')

const draw = async (page: Page, dashboard: DrawnDashboard, path: string): Promise<void> => {
  await page.setContent(readFileSync(beside('page.html'), 'utf8'))
  await page.addStyleTag({ path: uPlotStyle })
  await page.addScriptTag({ path: uPlot })
  await page.addScriptTag({ path: beside('page.mjs'), type: 'module' })
  await page.evaluate((drawn) => Reflect.get(globalThis, 'draw')(drawn), dashboard)
  await page.screenshot({ path, fullPage: true })
}

mkdirSync(folder, { recursive: true })
const end = Math.floor(Date.now() / 1000 / STEP) * STEP
const range = { start: end - Number(minutes) * 60, end, step: STEP }
const browser = await launchChromium()
try {
  const page = await browser.newPage({ locale: 'en-US', viewport: { width: 1280, height: 800 } })
  for (const dashboard of dashboards) {
    const path = join(folder, `${dashboard.uid}.png`)
    await draw(page, await readDashboard(prometheus, dashboard, range), path)
    process.stdout.write(`${path}\n`)
  }
} finally {
  await browser.close()
}
