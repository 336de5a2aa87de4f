import { afterAll, beforeAll, describe, expect, onTestFailed, test } from 'vitest'
import type { Page } from 'playwright-core'
import type { TestUser } from '../../api/src/testing.ts'
import { expectText, overflow, seriousFindings, shoot, type Harness, startHarness, type Visit } from './harness.ts'

// Every route, logged out and logged in, in a browser: by its words, by axe, and by its width.

let harness: Harness
let user: TestUser
beforeAll(async () => {
  harness = await startHarness()
  user = await harness.newUser('Player One')
  await harness.admin.gameCenters.create({ name: 'Ring Runner', link: 'https://games.example.com/ring', order: 1 })
  await harness.admin.dapps.create({
    name: 'Rocket',
    url: 'https://rocket.example.com/',
    description: 'Fly to the moon',
  })
})
afterAll(() => harness?.stop())
interface Route {
  path: string
  /** Loaded, not gone to from the page before. */
  isCold?: boolean
  /** Where the browser ends up. */
  at?: string
  texts: (string | RegExp)[]
  name: string
}

/** The parts of a page may not follow upon each other: its heading stays. */
const loggedOut: Route[] = [
  { name: 'login', path: '/login', texts: ['Explore more rewards and the Sonic ecosystem now!', 'Log In with TikTok'] },
  { name: 'unknown', path: '/nowhere?a=1&b=2', isCold: true, at: '/login?a=1&b=2', texts: ['Explore more rewards'] },
  { name: 'root', path: '/', isCold: true, at: '/login', texts: ['Explore more rewards'] },
  { name: 'earn', path: '/earn', texts: ['Complete quests to earn more rewards!', 'Log in to unlock more rewards!'] },
  { name: 'game', path: '/game', texts: ['Game Center', 'Log In to Play', 'Log In with TikTok'] },
  { name: 'referral', path: '/referral', texts: ['Grab More Sonic Rewards Now!', 'Log In with TikTok'] },
  { name: 'tap', path: '/tap', texts: ['Tap game', 'Every tap counts', 'Log In with TikTok'] },
  { name: 'privacy', path: '/privacy', texts: ['Privacy Policy', 'BACK', 'What is kept'] },
  { name: 'wallet', path: '/wallet', texts: ['Log In to Claim Rewards Now!', 'support@example.com'] },
  { name: 'dapp', path: '/dapp?name=Rocket', texts: ['Rocket', 'Fly to the moon', 'Log In with TikTok', 'Privacy'] },
  { name: 'wallet-send', path: '/wallet/send', texts: ['Log In to Claim Rewards Now!'] },
  { name: 'dapp-unknown', path: '/dapp?name=Nobody', texts: ['This dapp is not registered here.'] },
]

const loggedIn: Route[] = [
  { name: 'login', path: '/login', at: '/earn', texts: ['Participate to earn more rewards on SONIC MAINNET!'] },
  { name: 'game', path: '/game', texts: ['Game Center', 'Ring Runner', 'Play'] },
  { name: 'earn', path: '/earn', texts: ['Stake on Sonic', 'Play on SONIC ECO'] },
  {
    name: 'referral',
    path: '/referral',
    texts: ['Invite a friend', '+2,000 per verified', 'Total Rewards', "You haven't invited anyone yet"],
  },
  {
    name: 'wallet',
    path: '/wallet',
    texts: [
      'Player One',
      '0.000000000',
      'Send',
      'Receive',
      'Export Private Key',
      'Contact support',
      'Privacy Policy',
      'Log Out',
    ],
  },
  { name: 'tap', path: '/tap', texts: ['Tap game', 'Bronze', 'Level 1', 'Next level at'] },
  // Screens of the game share a heading.
  {
    name: 'tap-boosts',
    path: '/tap/boosts',
    isCold: true,
    texts: ['Daily reward', 'Full energy', 'Turbo', 'More rings a tap'],
  },
  { name: 'tap-friends', path: '/tap/friends', isCold: true, texts: ['Invite a friend', '+2,000 per verified'] },
  { name: 'wallet-send', path: '/wallet/send', texts: ['Address', 'Amount', 'Send'] },
  { name: 'wallet-receive', path: '/wallet/receive', texts: ['Copy Address'] },
  {
    name: 'wallet-export',
    path: '/wallet/export',
    texts: ['Show Private Key', 'Anyone with your secret will have complete control of your account.'],
  },
  { name: 'wallet-support', path: '/wallet/support', texts: ['support@example.com', 'Copy Email'] },
  { name: 'wallet-history', path: '/wallet/history', texts: ['No transactions yet'] },
  { name: 'wallet-policy', path: '/wallet/policy', texts: ['support@example.com', 'Copy Email'] },
  { name: 'wallet-apps', path: '/wallet/apps', texts: ['Connected apps'] },
  { name: 'wallet-changes', path: '/wallet/changes', texts: ['Account changes'] },
  { name: 'wallet-data', path: '/wallet/data', texts: ['Your data', 'Download my data', 'Delete account'] },
]

/** Goes to a page as a link does, and waits until the one before has left. */
const go = async (page: Page, path: string) => {
  await page.evaluate((to) => {
    document.querySelector('main h1')!.className += ' left'
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  await page.locator('main h1.left').waitFor({ state: 'detached' })
}

/** The tab in which the routes of one table are visited; to load each anew takes several times as long. */
let tab: Visit | undefined
const closeTab = async () => {
  await tab?.close()
  tab = undefined
}

const visitRoute = async ({ path, isCold }: Route, who?: TestUser) => {
  if (tab && !isCold) {
    const { status } = await fetch(harness.server.url + path, { headers: { accept: 'text/html' } })
    expect(status).toBe(200)
    await go(tab.page, path)
  } else {
    await closeTab()
    tab = await harness.visit(path, who ? { user: who } : {})
  }
  return tab
}

const expectRoute = async (route: Route, who?: TestUser) => {
  onTestFailed(closeTab)
  const { name, path, at = path, texts } = route
  const { page, consoleErrors } = await visitRoute(route, who)
  for (const text of texts) await expectText(page, text)
  const { pathname, search } = new URL(page.url())
  expect(pathname + search).toBe(at)
  // A page that is on its way in may be half there.
  await expect.poll(() => seriousFindings(page)).toEqual([])
  for (const width of [360, 390, 1280, 430]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page), `${path} at ${width}`).toBe(0)
    await shoot(page, `${who ? 'in' : 'out'}-${name}-${width}`)
  }
  expect(consoleErrors).toEqual([])
}

describe('motion and width', () => {
  const animations = `document.getAnimations().filter((each) => each.effect.getTiming().duration > 1 && each.playState === 'running').length`

  test('U12: pages, lists and numbers move for those who like it, and end at what is so', async () => {
    const before = `window.started = []; addEventListener('animationstart', (event) => started.push(event.animationName))`
    const { page, close } = await harness.visit('/earn', { user, before, reducedMotion: 'no-preference' })
    await page.getByRole('link', { name: 'Invite friends' }).click()
    await expect.poll(() => page.evaluate('started')).toEqual(expect.arrayContaining(['page-enter', 'row-enter']))
    await close()
  })

  test('U12: nothing moves for those who want no motion', async () => {
    const { page, close } = await harness.visit('/earn', { user, reducedMotion: 'reduce' })
    await expectText(page, 'Stake on Sonic')
    expect(await page.evaluate(animations)).toBe(0)
    await close()
  })

  test('U12: a wide screen has the app’s name and sections beside the column, which stays 430 pixels wide', async () => {
    const { page, close } = await harness.visit('/wallet', { user, width: 1280 })
    await expectText(page, 'Connected apps')
    const column = (await page.locator('.layout-column').boundingBox())!
    expect(column.width).toBe(430)
    const side = page.locator('.side')
    expect(await side.locator('.side-brand').innerText()).not.toBe('')
    expect((await side.boundingBox())!.x).toBeLessThan(column.x)
    await side.getByRole('link', { name: 'Earn' }).click()
    await expectText(page, 'Stake on Sonic')
    expect(await page.locator('.tab-bar').isVisible()).toBe(false)
    await close()
  })
})

describe('the way back', () => {
  test.each(['/game', '/referral', '/tap', '/privacy'])(
    'U9: %s has one at its top, logged out and logged in',
    async (path) => {
      for (const who of [undefined, user]) {
        const { page, close } = await harness.visit(path, who ? { user: who } : {})
        const back = page.locator('.page-back')
        await back.waitFor()
        expect((await back.boundingBox())!.y).toBeLessThan(100)
        await back.click()
        await page.waitForURL(path === '/privacy' ? /\/(login|earn)$/ : /\/earn$/)
        await close()
      }
    },
  )
})

describe('logged out', () => {
  afterAll(closeTab)
  test.each(loggedOut)('$path', (route) => expectRoute(route))
})

describe('logged in', () => {
  afterAll(closeTab)
  test.each(loggedIn)('$path', (route) => expectRoute(route, user))
})

/** Words of buttons that stand on more than one line, in the page. */
const brokenWords = () => {
  const broken: string[] = []
  for (const button of document.querySelectorAll('.ui-button, button, .menu-row, .tab')) {
    const walker = document.createTreeWalker(button, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node; node = walker.nextNode())
      for (const { 0: word, index } of (node.textContent ?? '').matchAll(/[^\s-]+/g)) {
        const range = document.createRange()
        range.setStart(node, index)
        range.setEnd(node, index + word.length)
        const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)))
        if (lines.size > 1) broken.push(word)
      }
  }
  return broken
}

describe('languages', () => {
  test('U6: no button breaks inside a word, in Russian on a narrow screen', async () => {
    const user = await harness.newUser('narrow')
    const origin = 'https://a-rather-long-name-of-a-dapp.example.com'
    await user.client.dappPermissions.grant({ origin, name: 'Dapp' })
    const { page, close } = await harness.visit('/wallet', { user, locale: 'ru-RU', width: 390 })
    for (const path of ['', '/send', '/receive', '/apps', '/support', '/export', '/history']) {
      if (path !== '') await go(page, `/wallet${path}`)
      await page.locator('h1').waitFor()
      await page.locator('.skeleton').first().waitFor({ state: 'detached' })
      for (const width of [390, 360]) {
        await page.setViewportSize({ width, height: 800 })
        expect(await page.evaluate(brokenWords), `/wallet${path} at ${width}`).toEqual([])
      }
      await shoot(page, `ru-wallet${path.replace('/', '-')}-360`)
    }
    await close()
  })

  test('the browser’s is taken, another may be chosen, and the choice is kept', async () => {
    const user = await harness.newUser('polyglot')
    const { page, consoleErrors, close } = await harness.visit('/wallet', { user, locale: 'ru-RU' })
    await expectText(page, 'Экспорт приватного ключа')
    expect(await page.locator('html').getAttribute('lang')).toBe('ru')
    await shoot(page, 'wallet-ru')
    await page.locator('select').selectOption('es')
    await expectText(page, 'Exportar clave privada')
    await page.reload()
    await expectText(page, 'Exportar clave privada')
    await shoot(page, 'wallet-es')
    expect(consoleErrors).toEqual([])
    await close()
  })
})
