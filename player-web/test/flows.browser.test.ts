import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, linesOf, noteOf, openAllWays, register, storedValue } from './person.ts'
import { expectText, seriousFindings, shoot, type Harness, startHarness } from './harness.ts'

// What players do, from the first click to the state of server and chain.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness({ PLAYER_ANALYTICS: 'console' })
})
afterAll(() => harness?.stop())

describe('a login', () => {
  test('with TikTok: returns, is tracked once, and leaves a clean address', async () => {
    const visit = await harness.visit('/login?keep=1')
    const { page, consoleErrors, close } = visit
    const lines = linesOf(visit)
    await button(page, 'Log In with TikTok').click()
    await button(page, 'Continue as Player One').click()
    await expectText(page, 'Participate to earn more rewards on SONIC MAINNET!')
    expect(page.url()).toBe(`${harness.server.url}/earn`)
    await expect.poll(() => lines.filter((line) => line.includes('login_success'))).toHaveLength(1)
    expect(await storedValue(page, 'SONIC:START_LOGIN')).toBeNull()
    expect(await storedValue(page, 'OpenAuth:Token')).not.toBeNull()
    await page.reload()
    await expectText(page, 'Participate to earn')
    expect(lines.filter((line) => line.includes('login_success'))).toHaveLength(1)
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('U10: a login that is cancelled at the provider is reported where it began', async () => {
    const { page, close } = await harness.visit('/earn')
    await page.route('**/auth/*/tiktok/oauth*', (route) => {
      const back = new URL(new URL(route.request().url()).searchParams.get('redirectUrl')!)
      back.searchParams.set('auth_type', 'openauth_tiktok')
      back.searchParams.set('error', 'access_denied')
      return route.fulfill({ status: 302, headers: { location: back.href } })
    })
    await button(page, 'Log In with TikTok').click()
    await page.locator('[data-sonner-toast]').getByText('The login was cancelled.').waitFor()
    await expectText(page, 'Log in to unlock more rewards!')
    expect(page.url()).toBe(`${harness.server.url}/earn`)
    await shoot(page, 'login-cancelled')
    await close()
  })

  test('a failed return is only logged, and the page stays', async () => {
    const { page, close } = await harness.visit('/earn?auth_type=openauth_tiktok&error=server_error&x=1')
    await expectText(page, 'Log in to unlock more rewards!')
    expect(await page.locator('[data-sonner-toast]').count()).toBe(0)
    expect(page.url()).toBe(`${harness.server.url}/earn?x=1`)
    await close()
  })

  test('the exchange of a return is shown over the whole screen', async () => {
    const { page, close } = await harness.visit('/login')
    let answer = () => {}
    const held = new Promise<void>((done) => (answer = done))
    await page.route('**/user/login-tiktok', (route) => void held.then(() => route.continue()))
    // The mark that the server gives a login that began at it.
    const mark = `login-${'m'.repeat(43)}`
    await page.context().addCookies([{ name: 'openauth_intent', value: mark, url: harness.server.url }])
    const query = `auth_type=openauth_tiktok&access_token=x&open_id=y&auth_intent=${mark}`
    await page.goto(`${harness.server.url}/earn?${query}`)
    const overlay = page.locator('.overlay')
    await overlay.waitFor()
    expect(await overlay.innerText()).toBe('Loading...')
    expect(await overlay.boundingBox()).toEqual({ x: 0, y: 0, width: 430, height: 800 })
    answer()
    await overlay.waitFor({ state: 'detached' })
    await expectText(page, 'Log in to unlock more rewards!')
    expect(page.url()).toBe(`${harness.server.url}/earn`)
    await close()
  })

  test('by username, in the sheet; wrong fields and a wrong password are reported there', async () => {
    await harness.newUser('sheet user')
    const { page, consoleErrors, close } = await harness.visit('/wallet')
    await openAllWays(page)
    await page.getByLabel('Password').fill('short')
    await button(page, 'Log In').click()
    expect(await noteOf(page, 'User name')).toBe('Fill this in.')
    expect(await noteOf(page, 'Password')).toBe('At least 6 characters.')
    expect(await page.evaluate('document.activeElement.name')).toBe('username')
    await shoot(page, 'login-sheet-fields')
    await page.getByLabel('User name').fill('sheet user')
    expect(await noteOf(page, 'User name')).toBeUndefined()
    await page.getByLabel('Password').fill('not the password')
    await button(page, 'Log In').click()
    await page.getByRole('alert').getByText('Incorrect username or password').waitFor()
    await shoot(page, 'login-sheet')
    expect(await seriousFindings(page)).toEqual([])
    await page.getByLabel('Password').fill('password of sheet user')
    await button(page, 'Log In').click()
    await expectText(page, 'sheet user')
    // Every refused call is logged, beside being shown.
    expect(consoleErrors).toEqual(['Incorrect username or password'])
    await close()
  })

  test('U9: the sheet shows three methods at first, and the last used one is among them', async () => {
    await harness.newUser('regular')
    const { page, close } = await harness.visit('/wallet')
    const ways = page.locator('.login-way')
    await button(page, 'Other ways to log in').click()
    await button(page, 'More ways to log in').waitFor()
    const methodsOf = () => ways.evaluateAll((all) => all.map((each) => (each as HTMLElement).dataset['method']))
    expect(await methodsOf()).toEqual(['email', 'google', 'apple'])
    await shoot(page, 'login-sheet-three')
    await button(page, 'More ways to log in').click()
    expect(await ways.nth(3).evaluate((way) => way.contains(document.activeElement))).toBe(true)
    expect((await methodsOf()).slice(-2)).toEqual(['passkey', 'username'])
    expect(await button(page, 'More ways to log in').count()).toBe(0)
    await page.getByLabel('User name').fill('regular')
    await page.getByLabel('Password').fill('password of regular')
    await button(page, 'Log In').click()
    await button(page, 'Log Out').click()
    await button(page, 'Other ways to log in').click()
    await ways.first().waitFor()
    expect(await ways.first().getAttribute('data-method')).toBe('username')
    await close()
  })

  test('by e-mail, with the mailed code', async () => {
    const { page, close } = await harness.visit('/earn')
    await button(page, 'Other ways to log in').click()
    await page.getByLabel('E-mail address').fill('someone')
    await button(page, 'Continue with e-mail').click()
    expect(await noteOf(page, 'E-mail address')).toBe('Enter an e-mail address, such as name@example.com.')
    await page.getByLabel('E-mail address').fill('someone@example.com')
    await button(page, 'Continue with e-mail').click()
    await harness.world.outbox.waitFor('someone@example.com')
    harness.world.outbox.clear()
    await button(page, 'Another address').click()
    expect(await page.locator('input[name=email]:focus').inputValue()).toBe('someone@example.com')
    await button(page, 'Continue with e-mail').click()
    await page.getByLabel('Six-digit code').waitFor()
    const mail = await harness.world.outbox.waitFor('someone@example.com')
    const code = /\b\d{6}\b/.exec(mail.text)![0]
    await page.getByLabel('Six-digit code').fill(code.slice(1))
    await button(page, 'Confirm code').click()
    expect(await noteOf(page, 'Six-digit code')).toBe('The code has six digits.')
    await page.getByLabel('Six-digit code').fill(` ${code.slice(0, 3)} ${code.slice(3)}`)
    await button(page, 'Confirm code').click()
    await expectText(page, 'Participate to earn')
    await close()
  })

  test('Log Out ends the session at the server and opens the first page', async () => {
    const user = await harness.newUser('leaver')
    const { page, close } = await harness.visit('/wallet', { user })
    await button(page, 'Log Out').click()
    await expectText(page, 'Explore more rewards')
    expect(await storedValue(page, 'OpenAuth:Token')).toBeNull()
    await expect.poll(() => user.client.account.profile().catch((error: Error) => error.message)).toBe('Unauthorized')
    await close()
  })

  test('a session that the server has ended is logged out in the browser', async () => {
    const user = await harness.newUser('expired')
    await user.client.account.logout()
    const { page, close } = await harness.visit('/wallet', { user })
    await expectText(page, 'Log In to Claim Rewards Now!')
    expect(await storedValue(page, 'OpenAuth:Token')).toBeNull()
    await close()
  })

  test('two tabs log in and out together', async () => {
    const user = await harness.newUser('two tabs')
    const { page, close } = await harness.visit('/wallet', { user })
    const other = await page.context().newPage()
    await other.goto(`${harness.server.url}/earn`)
    await expectText(other, 'Participate to earn')
    await button(page, 'Log Out').click()
    await expectText(other, 'Log in to unlock more rewards!')
    await register(other, 'second of two')
    await expectText(other, 'Participate to earn')
    await page.bringToFront()
    await expectText(page, 'Participate to earn')
    await close()
  })
})

describe('codes of links', () => {
  test('an invited user is bound once, and the inviter sees it', async () => {
    const inviter = await harness.newUser('inviter')
    const { referCode } = await inviter.client.account.profile()
    const { page, close } = await harness.visit(`/?refer_code=${referCode}`)
    expect(await storedValue(page, 'SONIC:ReferCode')).toBe(referCode)
    await register(page, 'invited')
    await expectText(page, 'Participate to earn')
    await expect.poll(() => storedValue(page, 'SONIC:ReferCode')).toBeNull()
    await close()
    const list = await harness.visit('/referral', { user: inviter })
    await list.page.getByText('invited', { exact: true }).waitFor()
    await expectText(list.page, '2,000.00')
    await shoot(list.page, 'referral-one')
    await list.close()
  })

  test("the user's own code is not bound", async () => {
    const user = await harness.newUser('narcissus')
    const { referCode } = await user.client.account.profile()
    const { page, consoleErrors, close } = await harness.visit(`/earn?refer_code=${referCode}`, { user })
    await expectText(page, 'Participate to earn')
    expect(await storedValue(page, 'SONIC:ReferCode')).toBe(referCode)
    expect((await user.client.account.profile()).referrer).toBeNull()
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('U13: an unknown refer code is sent once, not with every load', async () => {
    const user = await harness.newUser('misled')
    const { page, close } = await harness.visit('/earn?refer_code=NOBODY99', { user })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.url().endsWith('/user/bind-referrer')) sent.push(request.url())
    })
    await expect.poll(() => storedValue(page, 'SONIC:RefusedReferCode')).toContain('NOBODY99')
    // Ignores requests before the listener: each load from here on sends nothing.
    sent.length = 0
    for (let load = 0; load < 2; load += 1) {
      const profile = page.waitForResponse('**/user/profile')
      await page.reload()
      await profile
      await expectText(page, 'Participate to earn')
    }
    expect(sent).toEqual([])
    expect(await storedValue(page, 'SONIC:ReferCode')).toBe('NOBODY99')
    await close()
  })

  test('an Odyssey code is bound, and the dialog links back to the task', async () => {
    const user = await harness.newUser('odysseus')
    const { page, close } = await harness.visit('/earn?ods_code=ithaca-1', { user })
    await expectText(page, 'Odyssey Task Completed!')
    expect(await storedValue(page, 'SONIC:OdsCode')).toBeNull()
    await shoot(page, 'odyssey')
    await page.context().route('https://odyssey.sonic.game/**', (route) => route.fulfill({ body: 'the task' }))
    const [there] = await Promise.all([page.context().waitForEvent('page'), button(page, 'Open Odyssey').click()])
    expect(there.url()).toBe('https://odyssey.sonic.game/task/play-on-sonicx')
    await close()
  })
})
