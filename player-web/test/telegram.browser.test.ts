import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { expectText, shoot, type Harness, startHarness, type VisitOptions } from './harness.ts'
import { button } from './person.ts'
import { fireTelegram, telegramEvent, telegramEventsOf, telegramHash, telegramStub } from './telegram-stub.ts'

// The app inside Telegram: a stub speaks the bridge's real events, the init data are signed as Telegram signs them.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ PLAYER_TELEGRAM_BOT: 'own_game_bot', PLAYER_TELEGRAM_APP: 'play' })
})
afterAll(() => harness?.stop())

const visit = (path: string, launch: Parameters<typeof telegramHash>[0], options: VisitOptions = {}) =>
  harness.visit(path + telegramHash(launch), { before: telegramStub(), width: 390, ...options })
const initData = (person = 0) => harness.world.telegram.initData(harness.world.people[person])

describe('inside Telegram', () => {
  test("the player is logged in by Telegram's init data, and Telegram is told that the app is ready", async () => {
    const { page, consoleErrors, close } = await visit('/', { initData: initData() })
    await expectText(page, 'Participate to earn')
    await telegramEvent(page, 'web_app_ready')
    await telegramEvent(page, 'web_app_expand')
    await telegramEvent(page, 'web_app_setup_swipe_behavior')
    await telegramEvent(page, 'web_app_set_header_color')
    await telegramEvent(page, 'web_app_set_bottom_bar_color')
    expect(page.url()).not.toContain('tgWebApp')
    await shoot(page, 'telegram-earn')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('the wallet has no Log Out there, and the back button leads to the parent page', async () => {
    const { page, close } = await visit('/wallet', { initData: initData() })
    await expectText(page, 'Export Private Key')
    await expect.poll(() => page.getByText('Log Out').count()).toBe(0)
    await page.getByRole('link', { name: 'Receive' }).click()
    await telegramEvent(page, 'web_app_setup_back_button')
    await page.getByRole('button', { name: 'Copy Address' }).waitFor()
    await fireTelegram(page, 'back_button_pressed')
    await expectText(page, 'Export Private Key')
    await close()
  })

  test('an invitation opens Telegram’s own sharing, with the refer code as start parameter', async () => {
    const { page, close } = await visit('/referral', { initData: initData() })
    await page.getByRole('button', { name: /Invite a friend/ }).click()
    await telegramEvent(page, 'web_app_open_tg_link')
    const [link] = (await telegramEventsOf(page, 'web_app_open_tg_link')) as { path_full: string }[]
    const shared = new URL(`https://t.me${link!.path_full}`)
    expect(shared.pathname).toBe('/share/url')
    expect(shared.searchParams.get('url')).toMatch(/^https:\/\/t\.me\/own_game_bot\/play\?startapp=[A-Z0-9]{8}$/)
    await close()
  })

  test("a start parameter contains the inviter's refer code", async () => {
    const inviter = await harness.newUser('telegram inviter')
    const { referCode } = await inviter.client.account.profile()
    const { page, close } = await visit('/', { initData: initData(1), startParam: referCode })
    await expectText(page, 'Participate to earn')
    await expect.poll(async () => (await inviter.client.account.referrals()).meta.totalUser).toBe(1)
    await close()
  })

  test('the start parameter `tap` opens the tap game, and each tap is felt', async () => {
    const { page, close } = await visit('/', { initData: initData(), startParam: 'tap' })
    await button(page, 'Tap the ring').click()
    await telegramEvent(page, 'web_app_trigger_haptic_feedback')
    await expectText(page, 'Level 1')
    expect(new URL(page.url()).pathname).toBe('/tap')
    await close()
  })

  test.each([
    ['7.7', [{ allow_vertical_swipe: false }]],
    ['7.6', []],
  ])('of version %s keeps a swipe on the ring from closing the game, if it can', async (version, asked) => {
    const { page, consoleErrors, close } = await visit('/', { initData: initData(), startParam: 'tap', version })
    await button(page, 'Tap the ring').click()
    await expect.poll(() => page.locator('.tap-rings').innerText()).not.toBe('0')
    expect(await telegramEventsOf(page, 'web_app_setup_swipe_behavior')).toEqual(asked)
    // Of an older version the app says which calls it lacks.
    expect(consoleErrors.filter((text) => !text.includes('needs version'))).toEqual([])
    await close()
  })

  test('a rank is shared by Telegram’s own means: the link with the refer code', async () => {
    const { page, close } = await visit('/', { initData: initData(), startParam: 'tap' })
    await button(page, 'Tap the ring').click()
    await page.getByRole('link', { name: 'Board', exact: true }).click()
    await button(page, 'Share my rank').click()
    await page.getByRole('img', { name: /^Card of/ }).waitFor()
    await button(page, 'Share in Telegram').click()
    await telegramEvent(page, 'web_app_open_tg_link')
    const [link] = (await telegramEventsOf(page, 'web_app_open_tg_link')) as { path_full: string }[]
    const shared = new URL(`https://t.me${link!.path_full}`)
    expect(shared.searchParams.get('url')).toMatch(/^https:\/\/t\.me\/own_game_bot\/play\?startapp=[A-Z0-9]{8}$/)
    expect(shared.searchParams.get('text')).toMatch(/^I am number 1 with \d+ rings/)
    // Its web views save nothing.
    expect(await button(page, 'Save the picture').count()).toBe(0)
    await shoot(page, 'telegram-share')
    await close()
  })

  test('forged init data logs nobody in, and the reason is shown', async () => {
    const forged = initData().replace(/hash=[0-9a-f]{8}/, 'hash=00000000')
    const { page, close } = await visit('/earn', { initData: forged })
    await expectText(page, 'Log in to unlock more rewards!')
    await expectText(page, /Telegram's login did not work/)
    await close()
  })

  test('Telegram of version 6.0 has the same app', async () => {
    const { page, close } = await visit('/earn', { initData: initData(), version: '6.0' })
    await expectText(page, 'Participate to earn')
    await page.getByRole('link', { name: 'Wallet' }).click()
    await expectText(page, 'Export Private Key')
    await close()
  })

  test('the main button belongs to the send form, and says what is missing', async () => {
    const { page, consoleErrors, close } = await visit('/wallet/send', { initData: initData() })
    const last = async () => (await telegramEventsOf(page, 'web_app_setup_main_button')).at(-1)
    await expect.poll(last).toMatchObject({ is_visible: true, text: 'Send', is_active: false })
    await page.locator('input[name=address]').fill('nonsense')
    await page.locator('input[name=amount]').fill('1')
    await expect.poll(last).toMatchObject({ text: 'Invalid address', is_active: false })
    await page.locator('input[name=address]').fill('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
    await expect.poll(last).toMatchObject({ text: 'Insufficient balance', is_active: false })
    const { solWallet } = await harness.server
      .as(await page.evaluate(() => localStorage.getItem('OpenAuth:Token') ?? ''))
      .account.wallets()
    await harness.solana.fund(solWallet, 3_000_000_000n)
    await page.reload()
    await page.locator('input[name=address]').fill('9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin')
    await page.locator('input[name=amount]').fill('1')
    await expect.poll(last).toMatchObject({ text: 'Send', is_active: true })
    await fireTelegram(page, 'main_button_pressed')
    await expect.poll(last).toMatchObject({ is_visible: true, text: 'Confirm and send', is_active: true })
    await fireTelegram(page, 'main_button_pressed')
    await expectText(page, 'Sent successfully!')
    await expect.poll(last).toMatchObject({ is_visible: false })
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('external links are opened by Telegram', async () => {
    const { page, close } = await visit('/earn', { initData: initData() })
    await page.getByText('Stake on Sonic').click()
    await telegramEvent(page, 'web_app_open_link')
    expect(await telegramEventsOf(page, 'web_app_open_link')).toEqual([
      expect.objectContaining({ url: 'https://stake.sonic.game/' }),
    ])
    expect(page.context().pages()).toHaveLength(1)
    await close()
  })
})

describe('where the operator hides the wallet inside Telegram', () => {
  let hidden: Harness
  beforeAll(async () => {
    hidden = await startHarness({ PLAYER_TELEGRAM_WALLET: 'off' })
  })
  afterAll(() => hidden?.stop())

  test('wallet and dapps are hidden in Telegram, and shown in a browser', async () => {
    const data = hidden.world.telegram.initData()
    const options = { before: telegramStub() }
    const { page, close } = await hidden.visit(`/wallet${telegramHash({ initData: data })}`, options)
    await expectText(page, 'Participate to earn')
    expect(await page.getByRole('link', { name: 'Wallet' }).count()).toBe(0)
    await close()
    const browser = await hidden.visit('/wallet')
    await expectText(browser.page, 'Log In to Claim Rewards Now!')
    await browser.close()
  })
})

describe('outside Telegram, an invitation', () => {
  test('copies the link and says so', async () => {
    const user = await harness.newUser('copier')
    const { referCode } = await user.client.account.profile()
    const { page, consoleErrors, close } = await harness.visit('/referral', { user })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, /Invite a friend/).click()
    await expectText(page, 'Invite link copied to clipboard')
    await shoot(page, 'toast')
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      `${harness.server.url}/?refer_code=${referCode}`,
    )
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('reports that nothing was copied if the browser has no clipboard', async () => {
    const user = await harness.newUser('no clipboard')
    const before = "Object.defineProperty(navigator, 'clipboard', { value: undefined })"
    const { page, consoleErrors, close } = await harness.visit('/referral', { user, before })
    await button(page, /Invite a friend/).click()
    await expectText(page, /^Nothing was copied/)
    expect(consoleErrors).toEqual([expect.stringContaining('Nothing was copied')])
    await close()
  })
})
