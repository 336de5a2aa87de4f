import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText } from '../../client/test/page-checks.ts'
import { type ConsoleHarness, openConsole } from './console-harness.ts'

// What scripts of other pages try in a browser that is signed in to the console.

let harness: ConsoleHarness
let elsewhere: Server
let port: number
beforeAll(async () => {
  harness = await openConsole('/apps')
  await harness.admin.apps.create({ name: 'Shop' })
  elsewhere = createServer((_, response) =>
    response.setHeader('content-type', 'text/html').end(`<a href="${harness.server.url}/console/apps">console</a>`),
  )
  await new Promise<void>((done) => elsewhere.listen(0, '127.0.0.1', done))
  port = (elsewhere.address() as AddressInfo).port
})
afterAll(async () => {
  elsewhere.close()
  await harness.stop()
})

const appNames = async () => (await harness.admin.apps.list({})).map(({ name }) => name)

/** Runs in a page: what answers to calls of the console have, and what the page of the console has. */
const attempts = async (page: Page): Promise<string[]> =>
  page.evaluate(async (origin) => {
    const tell = async (name: string, call: () => Promise<Response>) =>
      `${name}: ${await call().then(
        async (answer) => `${answer.status} ${/"code":"(\w+)"/.exec(await answer.text())?.[1]}`,
        () => 'failed',
      )}`
    const create = { method: 'POST', body: '{"name":"Evil"}' }
    const json = { 'content-type': 'application/json' }
    const api = `${origin}/console/api/admin/apps`
    return Promise.all([
      tell('read', () => fetch(api, { credentials: 'include' })),
      tell('read with a key', () => fetch(api, { credentials: 'include', headers: { 'openauth-console-key': 'x' } })),
      tell('write', () => fetch(api, { ...create, credentials: 'include', headers: json })),
      tell('write unseen', () => fetch(api, { ...create, credentials: 'include', mode: 'no-cors' })),
    ])
  }, harness.server.url)

describe('XSS in another page of the same origin', () => {
  let page: Page
  beforeAll(async () => {
    page = await harness.context.newPage()
    // Its policy lets scripts call this origin and frame it.
    await page.goto(`${harness.server.url}/docs`)
  })
  afterAll(() => page.close())

  test('makes no call with the cookie, for want of the page’s key', async () => {
    expect(await attempts(page)).toEqual([
      'read: 403 console_refused',
      'read with a key: 401 unauthorized',
      'write: 403 console_refused',
      'write unseen: 403 console_refused',
    ])
    expect(await appNames()).toEqual(['Shop'])
  })

  test('reads the key from no answer, in no frame and in no window that it opens', async () => {
    const seen = await page.evaluate(async () => {
      const framed = new Promise<string>((tell) => {
        const frame = document.createElement('iframe')
        frame.addEventListener('load', () => tell(frame.contentDocument?.documentElement.outerHTML ?? 'none'))
        frame.src = '/console/'
        document.body.append(frame)
      })
      const fetched = (init: RequestInit) =>
        fetch('/console/', init).then(
          (answer) => answer.text(),
          () => 'failed',
        )
      const html = { accept: 'text/html' }
      return Promise.all([
        fetched({ headers: html }),
        fetched({ mode: 'same-origin', cache: 'only-if-cached' }),
        framed,
      ])
    })
    expect(seen[0]).toContain('<title>OpenAuth</title>')
    expect(seen[2]).toBe('none')
    expect(seen.join()).not.toContain('openauth-console-key')
  })

  test('has no reference to a console that it opens', async () => {
    const [opened, reference] = await Promise.all([
      harness.context.waitForEvent('page'),
      page.evaluateHandle(() => window.open('/console/apps')),
    ])
    await expectText(opened, 'Shop')
    // The browser tells the page so a moment after the navigation.
    await expect.poll(() => page.evaluate((other) => other === null || other.closed, reference)).toBe(true)
    expect(await opened.evaluate(() => window.opener === null)).toBe(true)
    await opened.close()
  })

  test('puts no service worker between the console and its pages', async () => {
    const outcome = await page.evaluate(() =>
      navigator.serviceWorker.register('/console/assets/x.js', { scope: '/console/' }).then(
        () => 'registered',
        (error: unknown) => (error as Error).name,
      ),
    )
    expect(outcome).not.toBe('registered')
  })
})

describe.each(['localhost', '127.0.0.1'])('CSRF: a page of another origin, at %s', (host) => {
  test('makes no call and reads no answer', async () => {
    const { page } = harness
    await page.goto(`http://${host}:${port}/`)
    // Neither is a preflight answered, nor an answer given to a page of another origin.
    expect(await attempts(page)).toEqual([
      'read: failed',
      'read with a key: failed',
      'write: failed',
      'write unseen: failed',
    ])
    await page.evaluate((action) => {
      const form = Object.assign(document.createElement('form'), { action, method: 'post', enctype: 'text/plain' })
      form.append(Object.assign(document.createElement('input'), { name: '{"name":"Evil","x":"', value: '"}' }))
      document.body.append(form)
      form.submit()
    }, `${harness.server.url}/console/api/admin/apps`)
    await expectText(page, 'console_refused')
    expect(await appNames()).toEqual(['Shop'])
  })

  test('its link opens the console signed in all the same', async () => {
    const { page } = harness
    await page.goto(`http://${host}:${port}/`)
    await page.getByRole('link').click()
    await expectText(page, 'Shop')
    await expect.poll(() => page.url()).toBe(`${harness.server.url}/console/apps`)
  })
})

test('a session that is revoked elsewhere shows the sign-in when its page is loaded anew', async () => {
  const { visit, admin } = harness
  const { page, close } = await visit('/apps', { session: 'own' })
  await expectText(page, 'Shop')
  const { data } = await admin.adminSessions.list({ limit: 100 })
  for (const { id, current } of data) if (!current) await admin.adminSessions.revoke({ id })
  await page.reload()
  await page.locator('input[type=password]').waitFor()
  expect(await page.getByText('Shop').count()).toBe(0)
  await close()
})
