import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from 'playwright-core'
import { signInAsAdmin, testServer, type TestServer } from '../../api/src/testing.ts'
import { closeContexts, consoleErrorsOf, sharedBrowser } from '../../client/test/chromium.ts'
import { build } from '../../tools/build.mjs'
import { expectText, seriousFindings, shoot } from './harness.ts'

// A new server, as its operator meets it: the page says what to do next, and is the app once there is one.

let server: TestServer
let browser: Browser
beforeAll(async () => {
  await build(['player-web'])
  ;[server, browser] = await Promise.all([
    testServer({ OPENAUTH_CONSOLE: 'loopback' }, { playerApp: true }),
    sharedBrowser(),
  ])
})
afterAll(async () => {
  await closeContexts()
  await server?.stop()
})

test('from nothing to the app, without a reload', async () => {
  const context = await browser.newContext({ viewport: { width: 430, height: 800 } })
  const consoleErrors = consoleErrorsOf(context)
  const page = await context.newPage()
  await page.goto(`${server.url}/wallet?x=1`)
  await expectText(page, 'npx openauth setup')
  expect(await page.getByRole('link', { name: 'open the console' }).getAttribute('href')).toBe('/console/')
  expect(await seriousFindings(page)).toEqual([])
  await shoot(page, 'start-new')
  const admin = server.as(await signInAsAdmin(server))
  await page.getByRole('button', { name: 'I have done this' }).click()
  await expectText(page, 'npx openauth apps create')
  await shoot(page, 'start-app')
  await admin.apps.create({ name: 'Mine' })
  await expectText(page, 'Log In to Claim Rewards Now!')
  expect(await page.title()).toMatch(/Mine$/)
  expect(consoleErrors).toEqual([])
  await context.close()
})
