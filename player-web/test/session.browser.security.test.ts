import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { storedValue, register } from './person.ts'
import { expectText, shoot, type Harness, startHarness } from './harness.ts'
import { telegramHash, telegramStub } from './telegram-stub.ts'

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const token = 'localStorage.getItem("OpenAuth:Token")'

// Telegram's apps hold several accounts, which share one storage for pages.
test('another Telegram account on the same device does not get the wallet of the previous one', async () => {
  const [one, other] = [0, 1].map((person) => harness.world.telegram.initData(harness.world.people[person]))
  const { page, close } = await harness.visit(`/wallet${telegramHash({ initData: one! })}`, { before: telegramStub() })
  await page.getByText('Export Private Key').waitFor()
  const first = await page.evaluate(token)
  // The next launch is a page of its own.
  const next = await page.context().newPage()
  await next.addInitScript(telegramStub())
  await next.goto(`${harness.server.url}/wallet${telegramHash({ initData: other! })}`)
  await next.getByText('Export Private Key').waitFor()
  await next.waitForTimeout(2000)
  expect(await next.evaluate(token)).not.toBe(first)
  await close()
})

const put = (key: string, value: string) =>
  `if (self === top && location.protocol !== 'about:') localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`

test.each(['{}', '5', '"x"', '{"id":7}'])('corrupted storage: a profile %s does not crash a page', async (value) => {
  const user = await harness.newUser(`Holder of ${value}`)
  const { page, consoleErrors, close } = await harness.visit('/wallet', {
    user,
    before: put('OpenAuth:Profile', value),
  })
  await page.waitForTimeout(2500)
  expect([consoleErrors.join('\n').slice(0, 300), await page.getByRole('alert').allTextContents()]).toEqual(['', []])
  expect(await page.locator('main').textContent()).toContain(user.solWallet.slice(0, 12))
  await close()
})

describe('a hostile surrounding', () => {
  const queries = [
    '/login?refer_code=javascript:alert(1)&ods_code=%3Cscript%3E',
    `/earn?refer_code=${'A'.repeat(10_000)}`,
    '/login?refer_code=%E0%A4%A&x=%',
    '/earn?refer_code=AAAAAAAA&refer_code=BBBBBBBB&auth_type=x&auth_type=y',
    '/earn?auth_type=openauth_github&access_token=%00&token_type=__proto__',
  ]
  test.each(queries)('%s', async (path) => {
    const { page, close } = await harness.visit(path)
    await expectText(page, /Explore more rewards|Log in to unlock/)
    expect([null, 'AAAAAAAA']).toContain(await storedValue(page, 'SONIC:ReferCode'))
    expect(await storedValue(page, 'SONIC:OdsCode')).toBeNull()
    await close()
  })

  const storages = {
    blocked: "Object.defineProperty(window, 'localStorage', { get() { throw new DOMException('denied') } })",
    full: "Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }",
    corrupted:
      "localStorage.setItem('OpenAuth:Token', '{'); localStorage.setItem('OpenAuth:Profile', '[1'); localStorage.setItem('SONIC:ReferCode', '\\u0000')",
  }
  test.each(Object.entries(storages))('storage is %s: the login works for this page', async (name, before) => {
    const { page, consoleErrors, close } = await harness.visit('/earn', {
      before: `if (location.protocol !== 'about:') { ${before} }`,
    })
    await register(page, `storage ${name}`)
    await expectText(page, 'Participate to earn')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('without a network it says so', async () => {
    const { page, close } = await harness.visit('/earn')
    await expectText(page, 'Log in to unlock')
    await page.context().setOffline(true)
    await expectText(page, 'You are offline')
    await shoot(page, 'offline')
    await page.context().setOffline(false)
    await page.getByText('You are offline').waitFor({ state: 'detached' })
    await close()
  })
})
