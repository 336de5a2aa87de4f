import { redirectProviders, methodTitles } from '@openauth/client'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import * as person from './logins/person.ts'
import { type Harness, startHarness } from './logins/harness.ts'

// Every way to log in, clicked through in a browser: the demo, the API on another origin, and the providers' own pages.

const { button, card, choose, click, expectSignedIn, expectSignedOut } = person

let harness: Harness
let page: Page
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())
/** The tab of a test that ended as it began: the next one goes on in it instead of loading the demo anew. */
let reusable: Page | undefined
const logOut = async () => {
  await person.logOut(page)
  reusable = page
}
beforeEach(async () => {
  page = reusable ?? (await harness.open())
  reusable = undefined
})
const expectQuiet = async () => expect(await harness.clear(reusable)).toEqual([])
afterEach(expectQuiet)

const redirects = redirectProviders.map((provider) => [methodTitles[provider], provider] as const)
/** Words for people, not the code of an error. */
const declined = /^(Cancelled|[A-Z][^_]*denied)[^_]*$/
const wallets = ['Ethereum', 'Solana'] as const

/** Whether a way to log in is bound, by the button that changes it. */
const bound = (title: string) => button(page, `Unbind ${title}`).waitFor()
const unbound = (title: string) => button(page, `Bind ${title}`).waitFor()

describe('a login', () => {
  test.each(redirects)('with %s, after second thoughts', async (title) => {
    await click(page, `Continue with ${title}`)
    await click(page, 'Cancel')
    expect(await person.problemAt(page, `Continue with ${title}`)).toMatch(declined)
    await person.expectCleanAddress(page, harness.url)
    await expectSignedOut(page)
    await choose(page, `Continue with ${title}`)
    await expectSignedIn(page, 'Player One', title)
    await bound(title)
    await person.expectCleanAddress(page, harness.url)
    await logOut()
  })

  test.each(['Continue with Telegram', 'Use the Login Widget'])('with Telegram: %s', async (name) => {
    await choose(page, name)
    await expectSignedIn(page, 'Player One', 'Telegram')
    await bound('Telegram')
    await person.expectCleanAddress(page, harness.url)
    await logOut()
  })

  test('declined in the Login Widget says so', async () => {
    await click(page, 'Use the Login Widget')
    await click(page, 'Cancel')
    expect(await person.problemAt(page, 'Continue with Telegram')).toBe('Telegram was not allowed to tell who you are')
    await expectSignedOut(page)
  })

  test('by a code from the outbox', async () => {
    const email = 'somebody@example.com'
    await person.confirmAddress(page, harness, email, 'Continue with e-mail')
    await expectSignedIn(page, email, 'e-mail')
    await bound('e-mail')
    await logOut()
  })

  test.each(wallets)('with a wallet of %s', async (chain) => {
    await click(page, `Continue with ${chain}`)
    await bound(chain)
    await expectSignedIn(page, 'Player ', chain)
    await logOut()
  })

  test('by user name, as a new user and again', async () => {
    await person.enterName(page, 'by-name', 'Register')
    await expectSignedIn(page, 'by-name', 'user name')
    await person.logOut(page)
    await person.enterName(page, 'by-name', 'Log in')
    await expectSignedIn(page, 'by-name', 'user name')
    await logOut()
  })

  test('with a passkey', async () => {
    await person.enterName(page, 'by-passkey', 'Register')
    await person.addPasskey(page)
    await person.logOut(page)
    await click(page, 'Continue with a passkey')
    await expectSignedIn(page, 'by-passkey', 'a passkey')
    await card(page, 'Passkeys')
      .getByText(/^Last used/)
      .waitFor()
    await person.logOut(page)
  })

  test('brings the picture, which the server has copied', async () => {
    await choose(page, 'Continue with Google', 'Player Three')
    const picture = card(page, 'Player Three').locator('img')
    await picture.waitFor()
    expect(await picture.getAttribute('src')).toMatch(
      new RegExp(`^${harness.server.url}/avatars/[0-9a-f-]{36}\\.webp$`),
    )
    await page.waitForFunction(() => document.querySelector('img')!.naturalWidth > 0)
  })
})

describe('a user by name binds and unbinds', () => {
  const registered = (method: string) => person.enterName(page, `binds-${method}`, 'Register')
  const expectBack = async (title: string, method: string) => {
    await click(page, `Unbind ${title}`)
    await unbound(title)
    // What was bound may have brought a name to be called by; who logs in is the same.
    await card(page, 'Ways to log in').getByText(`binds-${method}`, { exact: true }).waitFor()
    await person.expectSession(page, 'user name')
    await person.expectCleanAddress(page, harness.url)
  }

  test.each([...redirects, ['Telegram', 'telegram'] as const])('%s', async (title, method) => {
    await registered(method)
    await choose(page, `Bind ${title}`, 'Player Two')
    await bound(title)
    await expectBack(title, method)
  })

  test('an e-mail address', async () => {
    await registered('email')
    await click(page, 'Bind e-mail')
    await person.confirmAddress(page, harness, 'bound@example.com', 'Send code')
    await bound('e-mail')
    await page.getByText('bound@example.com', { exact: true }).waitFor()
    await expectBack('e-mail', 'email')
  })

  test.each(wallets)('a wallet of %s', async (chain) => {
    await registered(chain)
    await click(page, `Bind ${chain}`)
    await bound(chain)
    await expectBack(chain, chain)
  })

  test('a passkey', async () => {
    await registered('passkey')
    await person.addPasskey(page)
    await card(page, 'Passkeys')
      .getByRole('button', { name: /^Remove / })
      .click()
    await card(page, 'Passkeys')
      .getByText(/^None yet/)
      .waitFor()
    expect(await page.getByRole('button', { name: /^Remove / }).count()).toBe(0)
  })

  test('the user name too, unless nothing else is left', async () => {
    await registered('last')
    await click(page, 'Unbind user name')
    expect(await person.problemAt(page, 'Unbind user name')).toBe('The last way to log in cannot be removed')
    await click(page, 'Bind Solana')
    await bound('Solana')
    await click(page, 'Unbind user name')
    await button(page, 'Unbind user name').waitFor({ state: 'detached' })
  })

  test('nothing after second thoughts', async () => {
    await registered('nothing')
    await click(page, 'Bind GitHub')
    await click(page, 'Cancel')
    expect(await person.problemAt(page, 'Bind GitHub')).toMatch(declined)
    await person.expectCleanAddress(page, harness.url)
  })

  test('nothing that is another user’s', async () => {
    await choose(page, 'Continue with Discord')
    await expectSignedIn(page, 'Player One', 'Discord')
    await person.logOut(page)
    await registered('taken')
    await choose(page, 'Bind Discord')
    expect(await person.problemAt(page, 'Bind Discord')).toBe('Another user of this app has this account')
  })
})

test('a session outlives a reload, and ends in all tabs at once', async () => {
  await person.enterName(page, 'two-tabs', 'Register')
  await page.reload()
  await expectSignedIn(page, 'two-tabs', 'user name')
  const other = await harness.open()
  await expectSignedIn(other, 'two-tabs', 'user name')
  await person.logOut(page)
  await expectSignedOut(other)
  await other.reload()
  await expectSignedOut(other)
})
