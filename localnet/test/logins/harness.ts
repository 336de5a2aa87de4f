import type { BrowserContext, Page } from 'playwright-core'
import { type LoginWorld, startLoginWorld } from '../../../api/src/features/login/testing.ts'
import { consoleErrorsOf, sharedBrowser } from '../../../client/test/chromium.ts'
import { build } from '../../../tools/build.mjs'
import { startDemo } from '../../src/demo.ts'

export interface Harness {
  world: LoginWorld['world']
  server: LoginWorld['server']
  context: BrowserContext
  /** The demo, with the slash that browsers show. */
  url: string
  /** Opens the demo in a new tab. */
  open: () => Promise<Page>
  /**
   * Closes all tabs but one that is to stay and clears their storage. Resolves to the errors on the tabs' consoles since
   * the last time, with violations of a content security policy.
   */
  clear: (staying?: Page) => Promise<string[]>
  stop: () => Promise<void>
}

/**
 * One context for all tests, in which an empty tab stays: a new context, and the process that the next tab after the last
 * one gets, would load and compile the page again each time.
 */
const clearBrowser = async (empty: Page, staying: Page | undefined, origin: string): Promise<void> => {
  const context = empty.context()
  for (const other of context.pages()) if (other !== empty && other !== staying) await other.close()
  const cdp = await context.newCDPSession(empty)
  await cdp.send('Storage.clearDataForOrigin', { origin, storageTypes: 'local_storage' })
  await cdp.detach()
  await context.clearCookies()
}

/** The outside world, the API, the demo before both, and one browser for all tests of a file. */
export const startHarness = async (): Promise<Harness> => {
  const [login, browser] = await Promise.all([startLoginWorld(), sharedBrowser(), build(['demo'])])
  const { world, server, app, admin } = login
  const telegramBotId = world.telegram.bots.own.id
  const demo = await startDemo({ apiUrl: server.url, appId: app.id, worldUrl: world.url, telegramBotId })
  await admin.apps.update({ id: app.id, redirectOrigins: [demo.url] })
  const context = await browser.newContext({ locale: 'en-GB' })
  // Of a single step; the machine may have other things to do.
  context.setDefaultTimeout(120_000)
  const consoleErrors = consoleErrorsOf(context)
  const empty = await context.newPage()
  const open = async () => {
    const page = await context.newPage()
    await page.goto(demo.url)
    return page
  }
  const clear: Harness['clear'] = async (staying) => {
    await clearBrowser(empty, staying, demo.url)
    return consoleErrors.splice(0)
  }
  const stop = async () => {
    await context.close()
    await demo.stop()
    await login.stop()
  }
  return { world, server, context, url: `${demo.url}/`, open, clear, stop }
}
