import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { TestUser } from '../../api/src/testing.ts'
import { expectText, overflow, seriousFindings, shoot, type Harness, startHarness } from './harness.ts'

// An operator's own brand in place of the built-in one, on every page that names it.

let harness: Harness
let user: TestUser
/** A picture that the server itself has; the policy of a test server loads http. */
let picture: string
beforeAll(async () => {
  harness = await startHarness({ PLAYER_STAKE_URL: 'https://stake.acme.example/' })
  user = await harness.newUser('Branded Player')
  picture = `${harness.server.url}/favicon.svg`
  await harness.admin.apps.update({
    id: harness.app.id,
    brand: {
      name: 'Acme',
      networkName: 'Acme Testnet',
      tokenName: 'ACM',
      gamesName: 'Acme Arcade',
      color: '#7dd3fc',
      logoUrl: picture,
      texts: { login: { en: 'Welcome to Acme', ru: 'Добро пожаловать в Acme' }, share: { en: 'Join Acme' } },
    },
  })
  // The page's configuration is cached for half a second.
  const named = async () => (await harness.server.as().player.config()).app?.brand.name
  await vi.waitFor(
    async () => {
      if ((await named()) !== 'Acme') throw new Error('The brand is not shown yet')
    },
    { timeout: 120_000, interval: 50 },
  )
})
afterAll(() => harness?.stop())

const pages = [
  { path: '/login', texts: ['Welcome to Acme'] },
  { path: '/earn', texts: ['Complete quests to earn more rewards!'] },
  { path: '/referral', texts: ['Grab More Acme Rewards Now!'] },
  { path: '/wallet', texts: ['Log In to Claim Rewards Now!'] },
  {
    path: '/earn',
    isIn: true,
    texts: ['Participate to earn more rewards on Acme Testnet!', 'Stake on Acme', 'Put your ACM to work'],
  },
  { path: '/login', locale: 'ru-RU', texts: ['Добро пожаловать в Acme'] },
  { path: '/referral', locale: 'ru-RU', texts: ['Получите больше наград Acme прямо сейчас!'] },
]

test.each(pages)(
  'U15: $path has the operator’s names, none of the built-in ones, and no link to their sites',
  async ({ path, texts, isIn, locale }) => {
    const { page, consoleErrors, close } = await harness.visit(path, {
      ...(isIn ? { user } : {}),
      ...(locale ? { locale } : {}),
    })
    for (const text of texts) await expectText(page, text)
    const words = `document.title + document.body.innerText + [...document.images].map(({ alt }) => alt).join() +
      [...document.links].map(({ href }) => href).join()`
    expect(await page.evaluate(words)).not.toMatch(/sonic/i)
    expect(await seriousFindings(page)).toEqual([])
    for (const width of [390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBe(0)
      await shoot(page, `brand-${isIn ? 'in' : 'out'}-${path.slice(1)}-${locale ?? 'en'}-${width}`)
    }
    expect(consoleErrors).toEqual([])
    await close()
  },
)

test('U15: colour and logo are the operator’s', async () => {
  const { page, close } = await harness.visit('/login', { width: 1280 })
  await expectText(page, 'Welcome to Acme')
  expect(await page.locator('.login-brand img.ui-mark').getAttribute('src')).toBe(picture)
  const button = page.locator('.login-words .ui-button-primary').first()
  const background = () => button.evaluate((each) => getComputedStyle(each).backgroundColor)
  await expect.poll(background).toBe('rgb(125, 211, 252)')
  // What derives from it follows.
  const link = page.locator('.login-words a').first()
  expect(await link.evaluate((each) => getComputedStyle(each).color)).toBe('rgb(125, 211, 252)')
  await close()
})

/** How much of an element's text is cut off, in pixels, and which of its words are broken over lines. */
const cutOf = `(() => {
  const name = document.querySelector('.campaign-name')
  const broken = [...name.textContent.matchAll(/\\S+/g)].filter(({ 0: word, index }) => {
    const range = document.createRange()
    range.setStart(name.firstChild, index)
    range.setEnd(name.firstChild, index + word.length)
    return range.getClientRects().length > 1
  })
  return [name.scrollHeight - name.clientHeight, name.scrollWidth - name.clientWidth, broken.map(([word]) => word)]
})()`

test.each(['Acme Corporation of Somewhere', 'International Telecommunication Holding', 'W'.repeat(40)])(
  'U15: the banner shows all of the name %s without a broken word, in the operator’s hue',
  async (name) => {
    const { page, close } = await harness.visit('/earn')
    await page.route(/config/, async (route) => {
      const response = await route.fetch()
      await route.fulfill({ response, body: (await response.text()).replaceAll('Acme Testnet', name) })
    })
    for (const width of [320, 390, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      await page.reload()
      await page.locator('.campaign-name', { hasText: name }).waitFor()
      const [below, beside, broken] = (await page.evaluate(cutOf)) as [number, number, string[]]
      // A name of one endless word is the one that may be broken.
      expect([below, beside, broken.filter((word) => word.length < 20)]).toEqual([0, 0, []])
      const tint = `getComputedStyle(document.querySelector('.campaign-built-in'), '::after').backgroundColor`
      await expect.poll(() => page.evaluate(tint)).toBe('rgb(125, 211, 252)')
      await shoot(page, `brand-banner-${name.slice(0, 4)}-${width}`)
    }
    await close()
  },
)

test('pages are dark, also where the system is light', async () => {
  const { page, close } = await harness.visit('/login')
  await page.emulateMedia({ colorScheme: 'light' })
  await expectText(page, 'Welcome to Acme')
  const ground = () => page.locator('html').evaluate((each) => getComputedStyle(each).backgroundColor)
  expect(await ground()).toBe('rgb(15, 15, 14)')
  await close()
})

test('U15: a logo that does not load leaves the built-in mark', async () => {
  const { page, close } = await harness.visit('/login')
  await page.route('**/favicon.svg', (route) => route.abort())
  await page.reload()
  await page.locator('.login-brand svg.ui-mark').waitFor()
  expect(await page.locator('.login-brand img').count()).toBe(0)
  await close()
})

test('U15: previews of links show the logo', async () => {
  const html = await (await fetch(`${harness.server.url}/earn`)).text()
  expect(html).toContain(`<meta property="og:image" content="${picture}" />`)
  expect(html).not.toMatch(/sonic/i)
})
