import type { Page } from 'playwright-core'
import { describe, expect, test } from 'vitest'
import { blank, intercept, ready } from './react/browser.ts'
import {
  allowLegacyLanding,
  browser,
  isAuthorized,
  storeToken,
  storedValues,
  startRedirect,
  settings,
  user,
  useHarness,
} from './react/harness.ts'

useHarness()

describe('a storage', () => {
  const logIn = async (page: Page, username: string) => {
    await ready(page)
    const input = { username, password: 'correct horse', type: 'register' } as const
    expect(await page.evaluate((given) => window.oa.username.submit(given), input)).toBe(true)
    await page.waitForFunction((name) => window.oa.auth.profile?.username === name, username)
    await page.evaluate(() => dispatchEvent(new Event('focus')))
    expect(await isAuthorized(page)).toBe(true)
  }

  test('that is blocked: the session lasts while the page is open', async () => {
    const page = await browser.open(settings, '/', (tab) =>
      tab.addInitScript(() => {
        const get = () => {
          throw new DOMException('blocked', 'SecurityError')
        }
        for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(window, name, { get })
      }),
    )
    await logIn(page, 'blocked')
    // Without stored state, the return would be taken for a login.
    expect(await page.evaluate(() => window.oa.bindGithub.redirect())).toBe(false)
    await page.evaluate(() => window.oa.auth.logout())
    const left = (await startRedirect(page)).searchParams
    expect([left.get('redirectUrl'), left.get('response_mode')]).toEqual([`${browser.origin}/`, 'token'])
    await allowLegacyLanding(true)
    const { token } = await user('remembers-nothing')
    await intercept(page, '/user/login-github', 200, { data: { token } })
    await page.goto(`${left.get('redirectUrl')}?auth_type=openauth_github&access_token=gho_1`)
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'remembers-nothing')
  })

  test('that is full: an earlier session is removed', async () => {
    const { token } = await user('earlier-session')
    const page = await browser.open(settings, blank)
    await page.evaluate((text) => localStorage.setItem('OpenAuth:Token', text), token)
    await page.addInitScript(() => {
      Storage.prototype.setItem = () => {
        throw new DOMException('full', 'QuotaExceededError')
      }
    })
    await page.goto(browser.origin)
    await logIn(page, 'full')
    expect(await storedValues(page)).toEqual([null, null, null])
  })

  test('with little space: the token is stored first', async () => {
    const page = await browser.open(settings, '/', (tab) =>
      tab.addInitScript(() => {
        const { setItem } = Storage.prototype
        Storage.prototype.setItem = function (key: string, value: string) {
          if (key === 'OpenAuth:Token' && this.getItem('OpenAuth:Config')) throw new DOMException('full')
          setItem.call(this, key, value)
        }
      }),
    )
    await page.waitForFunction(() => localStorage.getItem('OpenAuth:Config') !== null)
    await logIn(page, 'tight')
    expect((await storedValues(page))[0]).not.toBeNull()
  })

  test('with values of other programs: counts as empty', async () => {
    const page = await browser.open(settings)
    for (const text of ['{', '"', 'undefined', '[object Object]', '{"id":1}', 'ä\n', '']) {
      await page.evaluate((given) => {
        for (const name of ['Token', 'Profile', 'Config']) localStorage.setItem(`OpenAuth:${name}`, given)
      }, text)
      await page.reload()
      await ready(page)
      expect(await page.evaluate(() => [window.oa.auth.token, window.oa.auth.profile])).toEqual([null, null])
      await page.waitForFunction(() => window.oa.auth.config?.brand === 'Hooks')
    }
  })

  test('with values that another page wrote as JSON: they are read', async () => {
    const { token } = await user('quoted')
    const page = await browser.open(settings, '/', storeToken(JSON.stringify(token)))
    await page.waitForFunction(() => window.oa?.auth.profile?.username === 'quoted')
    expect(await page.evaluate(() => window.oa.auth.token)).toBe(token)
  })
})
