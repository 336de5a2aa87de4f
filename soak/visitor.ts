import type { Browser, BrowserContext, Page } from 'playwright-core'
import { consoleErrorsOf } from '../client/test/chromium.ts'
import { withKeyedMutex } from '../api/src/lib/keyed-mutex.ts'
import { apiAt } from './api.ts'
import { fund } from './faucet.ts'
import { addressOf, type SoakRun } from './user.ts'

/** The time limit of a single step. Milliseconds. */
const STEP_TIMEOUT = 30_000

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true })
const text = (page: Page, words: string | RegExp) => page.getByText(words).first().waitFor()

interface Tab extends SoakRun {
  page: Page
  /** Opens a page and waits for its text. */
  open: (path: string, words: string | RegExp) => Promise<void>
  step: <T>(name: string, work: () => Promise<T>) => Promise<T>
}

const register = async ({ page, step }: Tab, username: string): Promise<void> => {
  await button(page, 'Other ways to log in').click()
  await button(page, 'More ways to log in').click()
  await button(page, 'Create an account').click()
  await page.getByLabel('User name').fill(username)
  await page.getByLabel('Password').fill(`password of ${username}`)
  await step('register', async () => {
    await button(page, 'Register').click()
    await text(page, username)
  })
}

const tokenOf = async (page: Page): Promise<string> =>
  (await page.evaluate(() => localStorage.getItem('OpenAuth:Token'))) ?? ''

const send = async ({ page, step }: Tab): Promise<void> => {
  await page.locator('form button[type=submit]:not([aria-disabled])').click()
  await step('send', async () => {
    await button(page, 'Confirm and send').click()
    await text(page, 'Sent successfully!')
  })
}

/** Registers on the pages, visits each, is funded, sends, and logs out. Returns the user's id. */
const playByName = async (tab: Tab, number: number): Promise<string> => {
  const { page, open, step, world, recorder, payees } = tab
  await open('/wallet', 'Log In to Claim Rewards Now!')
  await register(tab, `visitor ${number}`)
  const client = apiAt(world.url, recorder, addressOf(number)).as(await tokenOf(page))
  await fund(recorder, world, await client.account.wallets())
  await open('/earn', 'Participate to earn more rewards')
  await open('/game', 'Game Center')
  await open('/referral', 'Invite a friend')
  await open('/wallet/receive', 'Copy Address')
  await open(`/wallet/send?address=${payees.solana}&amount=0.1`, 'Amount')
  await send(tab)
  await open('/wallet/history', /0\.1/)
  await open('/wallet', 'Log Out')
  const { id } = await client.account.profile()
  await step('log out', async () => {
    await button(page, 'Log Out').click()
    await button(page, 'Other ways to log in').waitFor()
  })
  return id
}

/** Logs in with TikTok through its page. Returns the user's id. */
const playByProvider = async ({ page, open, step, world, recorder }: Tab, number: number): Promise<string> => {
  await open('/login', 'Explore more rewards')
  await step('login with TikTok', async () => {
    await button(page, 'Log In with TikTok').click()
    await button(page, 'Continue as Player One').click()
    await text(page, 'Participate to earn more rewards')
  })
  const client = apiAt(world.url, recorder, addressOf(number)).as(await tokenOf(page))
  return (await client.account.profile()).id
}

const tabIn = async (context: BrowserContext, run: SoakRun): Promise<Tab> => {
  context.setDefaultTimeout(STEP_TIMEOUT)
  const page = await context.newPage()
  const step: Tab['step'] = (name, work) => run.recorder.timed(`page: ${name}`, work)
  const open = async (path: string, words: string | RegExp) => {
    await step(path.split('?', 1)[0]!, async () => {
      await page.goto(run.world.url + path)
      await text(page, words)
    })
    await run.think()
  }
  return { ...run, page, step, open }
}

/** One visit of the player pages in a new browser context without cookies. Errors on its console are failures. */
export const visitOnce = async (run: SoakRun, browser: Browser, number: number): Promise<void> => {
  const { recorder, admin, world } = run
  const extraHTTPHeaders = { 'x-forwarded-for': addressOf(number) }
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', extraHTTPHeaders })
  const consoleErrors = consoleErrorsOf(context)
  const remove = (id: string) => admin.users.delete({ appId: world.appId, id })
  try {
    const tab = await tabIn(context, run)
    await remove(await playByName(tab, number))
    await withKeyedMutex('one', async () => remove(await playByProvider(tab, number)))
  } finally {
    for (const line of consoleErrors) recorder.fail('page: console', line)
    await context.close()
  }
}
