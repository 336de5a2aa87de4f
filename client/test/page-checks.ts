import { mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/**
 * One line a finding, since all that axe tells is a hundred times as long. It need not fetch style sheets, which are for a
 * rule that is off, nor media files, which are for one below serious.
 */
const findings = (rules?: readonly string[]) => `axe.run(document, {
  resultTypes: ['violations'], preload: false${rules ? `, runOnly: ${JSON.stringify(rules)}` : ''} }).then(({ violations }) =>
  violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => id + ': ' + nodes.map(({ target }) => target.join(' ')).join(', ')))`

/** What axe finds on a page that is serious or worse, by all rules or by those named: one line each. https://github.com/dequelabs/axe-core */
export const seriousFindings = async (page: Page, rules?: readonly string[]): Promise<string[]> => {
  if (!(await page.evaluate('"axe" in window'))) await page.evaluate(axeSource)
  return page.evaluate(findings(rules))
}

/** Keeps a picture of the page where OPENAUTH_SCREENSHOTS names a folder. */
export const shoot = async (page: Page, name: string): Promise<void> => {
  const folder = process.env.OPENAUTH_SCREENSHOTS
  if (!folder) return
  mkdirSync(folder, { recursive: true })
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

/** How many pixels a page is wider than its window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth') as Promise<number>

/** Waits until the timers and the frame that the page has asked for have run: a key that comes sooner may find no listener. */
export const settle = (page: Page): Promise<void> =>
  page.evaluate(
    'new Promise((done) => setTimeout(() => requestAnimationFrame(() => setTimeout(done))))',
  ) as Promise<void>

/** Waits until the page shows a text. Where it does not, the error has what the page shows instead. */
export const expectText = async (page: Page, text: string | RegExp): Promise<void> => {
  try {
    await page.getByText(text).first().waitFor()
  } catch (cause) {
    const shown = await page.locator('body').innerText().catch(String)
    throw new Error(`${page.url()} does not show ${text}, but:\n${shown}`, { cause })
  }
}
