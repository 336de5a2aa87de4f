import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { closeContexts, sharedBrowser } from '../../client/test/chromium.ts'
import type { Host } from '../src/host/host.ts'
import {
  fireTelegram,
  telegramEvent,
  telegramEvents,
  telegramEventsOf,
  telegramHash,
  telegramStub,
  type TelegramLaunch,
} from './telegram-stub.ts'

/** What the page of these tests leaves in its window. */
interface HostWindow {
  host: Host | null
  initData: string | undefined
  presses: number
}
const entry = `
  import { initData } from './detect.ts'
  import { loadHost } from './load.ts'
  window.presses = 0
  const host = await loadHost()
  host?.backButton.onClick(() => { window.presses += 1 })
  Object.assign(window, { host, initData: initData() })`

const bundle = async (): Promise<Map<string, string>> => {
  const { outputFiles } = await build({
    stdin: { contents: entry, resolveDir: fileURLToPath(new URL('../src/host', import.meta.url)), loader: 'ts' },
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    outdir: '/',
  })
  return new Map(outputFiles.map(({ path, text }) => [path, text]))
}

const headers = {
  'content-security-policy':
    "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self'; frame-src *; img-src data:",
}
/** A partner's dapp that presses the button of a popup which is not its own. */
const dapp = `<script>parent.postMessage('{"eventType":"popup_closed","eventData":{"button_id":"ok"}}', '*')
parent.postMessage('done', '*')</script>`

const serve = async () => {
  const scripts = await bundle()
  const page = '<!doctype html><link rel="icon" href="data:,"><script type="module" src="/stdin.js"></script>'
  const server = createServer(({ url = '/' }, response) => {
    const script = scripts.get(url)
    const type = script === undefined ? 'text/html' : 'text/javascript'
    response.writeHead(200, { ...headers, 'content-type': `${type}; charset=utf-8` })
    response.end(script ?? (url === '/dapp' ? dapp : page))
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  const stop = () => {
    server.closeAllConnections()
    return new Promise((done) => server.close(done))
  }
  return { stop, origin: `http://127.0.0.1:${port}`, dapp: `http://localhost:${port}/dapp` }
}

let browser: Browser
let site: Awaited<ReturnType<typeof serve>>
beforeAll(async () => {
  site = await serve()
  browser = await sharedBrowser()
})
afterAll(async () => {
  await closeContexts()
  await site.stop()
})

const isLoaded = (page: Page) => page.waitForFunction(() => 'host' in globalThis)

/** A page in a Telegram of its own. */
const open = async (launch: TelegramLaunch = {}, path = '/'): Promise<Page> => {
  const page = await (await browser.newContext()).newPage()
  await page.addInitScript(telegramStub())
  await page.goto(site.origin + path + telegramHash(launch))
  await isLoaded(page)
  return page
}
const hostOf = (page: Page) => page.evaluateHandle(() => (globalThis as unknown as HostWindow).host!)
const variable = (page: Page, name: string) =>
  page.evaluate(`document.documentElement.style.getPropertyValue(${JSON.stringify(name)})`)

describe('inside Telegram', () => {
  test('ready, back button and haptics reach it, and presses come back', async () => {
    const page = await open()
    const host = await hostOf(page)
    await host.evaluate((host) => {
      host.ready()
      host.backButton.show()
      host.haptics.impact('light')
    })
    expect((await telegramEvents(page)).slice(-3)).toEqual([
      { type: 'web_app_ready', data: undefined },
      { type: 'web_app_setup_back_button', data: { is_visible: true } },
      { type: 'web_app_trigger_haptic_feedback', data: { type: 'impact', impact_style: 'light' } },
    ])
    await fireTelegram(page, 'back_button_pressed')
    expect(await page.evaluate(() => (globalThis as unknown as HostWindow).presses)).toBe(1)
  })

  test('a popup answers with its button', async () => {
    const page = await open()
    const answer = (await hostOf(page)).evaluate((host) => host.confirm('Send 1 SOL?'))
    await telegramEvent(page, 'web_app_open_popup')
    await fireTelegram(page, 'popup_closed', { button_id: 'ok' })
    expect(await answer).toBe(true)
    expect(await telegramEventsOf(page, 'web_app_open_popup')).toEqual([
      expect.objectContaining({
        message: 'Send 1 SOL?',
        buttons: [
          { id: 'ok', type: 'ok' },
          { id: '', type: 'cancel' },
        ],
      }),
    ])
  })

  test('theme, sides and height are the host’s, under a policy that allows no inline style', async () => {
    const page = await open()
    await page.waitForFunction("document.documentElement.style.getPropertyValue('--host-inset-top') === '70px'")
    expect(await variable(page, '--host-inset-bottom')).toBe('16px')
    expect(await variable(page, '--host-viewport-stable-height')).toBe('640px')
    expect(await (await hostOf(page)).evaluate((host) => host.theme.get().colorScheme)).toBe('dark')
  })

  test('init data leaves the address, and is there after a reload', async () => {
    const initData = 'user=%7B%22id%22%3A7%7D&hash=ff'
    const page = await open({ initData }, '/earn?x=1')
    expect(page.url()).toBe(`${site.origin}/earn?x=1`)
    await page.reload()
    await isLoaded(page)
    expect(await page.evaluate(() => (globalThis as unknown as HostWindow).initData)).toBe(initData)
    expect(await (await hostOf(page)).evaluate((host) => host.version)).toBe('8.0')
  })

  test('6.0 has no popups', async () => {
    const page = await open({ version: '6.0' })
    const code = (await hostOf(page)).evaluate((host) => host.alert('m').catch((error: unknown) => String(error)))
    expect(await code).toMatch(/^WebAppMethodUnsupported/)
    expect(await telegramEventsOf(page, 'web_app_open_popup')).toEqual([])
  })

  test('a framed dapp cannot press the popup’s button', async () => {
    const page = await open()
    const answer = (await hostOf(page)).evaluate((host) => host.confirm('Send all?'))
    await telegramEvent(page, 'web_app_open_popup')
    await page.evaluate(`new Promise((done) => {
      addEventListener('message', ({ data }) => data === 'done' && done())
      document.body.append(Object.assign(document.createElement('iframe'), { src: ${JSON.stringify(site.dapp)} }))
    })`)
    await fireTelegram(page, 'popup_closed', { button_id: '' })
    expect(await answer).toBe(false)
  })
})

/** The bridge's part of the page is a file of its own. */
const bridgeFiles = async (hash: string, stub = ''): Promise<string[]> => {
  const page = await (await browser.newContext()).newPage()
  const scripts: string[] = []
  page.on('request', (request) => void (request.resourceType() === 'script' && scripts.push(request.url())))
  await page.addInitScript(stub)
  await page.goto(site.origin + hash)
  await isLoaded(page)
  expect(await page.evaluate(() => (globalThis as unknown as HostWindow).host !== null)).toBe(stub !== '')
  return scripts.filter((script) => script.includes('open-host'))
}

test('outside Telegram nothing of it is loaded, also at an address that Telegram once opened', async () => {
  expect(await bridgeFiles('')).toEqual([])
  expect(await bridgeFiles(telegramHash())).toEqual([])
  expect(await bridgeFiles(telegramHash(), telegramStub())).toHaveLength(1)
})
