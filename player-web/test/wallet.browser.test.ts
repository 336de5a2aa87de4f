import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { button, noteOf } from './person.ts'
import { expectText, overflow, seriousFindings, shoot, type Harness, startHarness } from './harness.ts'

// What players do with their wallet, to what the chain knows of it; and in which language.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

describe('the wallet', () => {
  const recipient = '9xQeWvG816bUx9EPjHmaT23yvVM2ZWbrrpZb9PusVFin'

  test('sends SOL: the button says what is missing, and afterwards the chain has the transaction', async () => {
    const user = await harness.newUser('payer')
    await harness.solana.fund(user.solWallet, 2_000_000_000n)
    const { page, consoleErrors, close } = await harness.visit('/wallet', { user })
    await expect.poll(() => page.locator('main').innerText()).toContain('2.000000000')
    await page.goto(`${harness.server.url}/wallet/send`)
    const address = page.locator('input[name=address]')
    const amount = page.locator('input[name=amount]')
    const send = page.locator('form button[type=submit]')
    await expect.poll(() => send.innerText()).toBe('Send')
    expect(await send.isDisabled()).toBe(true)
    await address.fill('0xde709f2102306220921060314715629080e2fb77')
    await address.blur()
    expect(await noteOf(page, 'Address')).toMatch('This is an address of Ethereum. Here it must be one of Solana')
    await amount.fill('0')
    expect(await send.innerText()).toBe('Invalid address')
    await address.fill(recipient)
    expect(await send.innerText()).toBe('Invalid amount')
    await amount.fill('2.000000001')
    expect(await send.innerText()).toBe('Insufficient balance')
    await amount.fill('0,25')
    expect(await send.innerText()).toBe('Send')
    await send.click()
    await button(page, 'Confirm and send').click()
    await expectText(page, 'Sent successfully!')
    await shoot(page, 'sent')
    const link = await page.locator('a[href^="https://explorer.solana.com/tx/"]').getAttribute('href')
    expect(link).toMatch(/\/tx\/[1-9A-HJ-NP-Za-km-z]{80,90}$/)
    const { balances } = await user.client.wallets.balances({ network: 'solana' })
    expect(Number(balances[0]!.amount)).toBeLessThan(1_750_000_000)
    await page.goto(`${harness.server.url}/wallet/history`)
    await expectText(page, /0\.25/)
    await shoot(page, 'history')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('U4: recipient, amount, fee and total are confirmed before anything is sent', async () => {
    const user = await harness.newUser('careful')
    await harness.solana.fund(user.solWallet, 1_000_000_000n)
    const unused = (await harness.newUser('new address')).solWallet
    const { page, consoleErrors, close } = await harness.visit(`/wallet/send?address=${unused}&amount=0.25`, {
      user,
      width: 390,
    })
    await page.locator('form button[type=submit]:not([aria-disabled])').click()
    const rows = page.locator('.review-rows')
    await rows.waitFor()
    expect((await rows.innerText()).replace(/\s+/g, ' ')).toContain(
      'Amount 0.25 SOL Network fee 0.000005 SOL Total 0.250005 SOL',
    )
    expect((await page.locator('.review-address').innerText()).replace(/\s/g, '')).toBe(unused)
    await page
      .getByRole('alert')
      .getByText(/has never been used on Solana/)
      .waitFor()
    expect(await seriousFindings(page)).toEqual([])
    for (const width of [390, 430, 1280]) {
      await page.setViewportSize({ width, height: 800 })
      expect(await overflow(page)).toBe(0)
      await shoot(page, `review-${width}`)
    }
    // Nothing is sent yet, and going back keeps the values.
    expect((await user.client.transactions.list({})).data).toEqual([])
    await button(page, 'Change something').click()
    expect(await page.locator('input[name=amount]').inputValue()).toBe('0.25')
    await page.locator('form button[type=submit]').click()
    await button(page, 'Confirm and send').click()
    await expectText(page, 'Sent successfully!')
    expect(consoleErrors).toEqual([])
    await close()
  })

  test("U4: the user's own address is refused", async () => {
    const user = await harness.newUser('mirror')
    await harness.solana.fund(user.solWallet, 1_000_000_000n)
    const { page, close } = await harness.visit(`/wallet/send?address=${user.solWallet}&amount=0.25`, { user })
    await page.locator('form button[type=submit]:not([aria-disabled])').click()
    await page.locator('[data-sonner-toast]').getByText('This is your own address: nothing would be sent.').waitFor()
    expect(await page.locator('.review-rows').count()).toBe(0)
    await close()
  })

  test('U5: the whole balance does not cover its fee; the form says so and offers the largest amount', async () => {
    const user = await harness.newUser('all in')
    await harness.solana.fund(user.solWallet, 1_000_000_000n)
    const { page, close } = await harness.visit(`/wallet/send?address=${recipient}&amount=1`, { user, width: 390 })
    await expectText(
      page,
      'The balance covers this amount, but not the network fee on top. At most 0.999995 SOL can be sent.',
    )
    expect(await page.locator('form button[type=submit]').innerText()).toBe('Insufficient balance')
    await shoot(page, 'send-fee-missing')
    await button(page, 'Send 0.999995 SOL instead').click()
    await button(page, 'Send').click()
    await button(page, 'Confirm and send').click()
    await expectText(page, 'Sent successfully!')
    const { balances } = await user.client.wallets.balances({ network: 'solana' })
    expect(balances[0]!.amount).toBe('0')
    await close()
  })

  test('U5: an amount that the chain would refuse for its rent is reported with the largest amount', async () => {
    const user = await harness.newUser('dust')
    await harness.solana.fund(user.solWallet, 1_000_000_000n)
    const { page, close } = await harness.visit(`/wallet/send?address=${recipient}&amount=0.9999`, { user })
    await page.locator('form button[type=submit]:not([aria-disabled])').click()
    await button(page, 'Send 0.999995 SOL instead').waitFor()
    expect(await page.locator('.review-rows').count()).toBe(0)
    await close()
  })

  test('U3: a page that is reloaded during a send shows the open send, and the same input again pays once', async () => {
    const user = await harness.newUser('impatient')
    await harness.solana.fund(user.solWallet, 2_000_000_000n)
    const to = (await harness.newUser('paid once')).solWallet
    const { page, close } = await harness.visit(`/wallet/send?address=${to}&amount=0.25`, { user, width: 390 })
    // The server gets the call, and its response is lost.
    let arrived = () => {}
    const isThere = new Promise<void>((done) => (arrived = done))
    await page.route('**/user/solana/send-token', async (route) => {
      await route.fetch()
      arrived()
    })
    const confirmSend = async () => {
      await page.locator('form button[type=submit]:not([aria-disabled])').click()
      await button(page, 'Confirm and send').click()
    }
    await confirmSend()
    await isThere
    // Entered again before the page knows the state of the first.
    await page.route('**/user/transactions*', (route) => route.abort())
    await page.goto(`${harness.server.url}/wallet/send?address=${to}&amount=0.25`)
    await page.unroute('**/user/solana/send-token')
    await expectText(page, 'Not confirmed yet. Sending the same again will not pay twice.')
    await shoot(page, 'send-open')
    await confirmSend()
    await expectText(page, 'Sent successfully!')
    const sends = async () => (await user.client.transactions.list({})).data
    expect(await sends()).toHaveLength(1)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    expect(await page.evaluate(() => localStorage.getItem('SONIC:Sends'))).toBe('[]')
    await close()
  })

  test('U3: the end of an open send is shown after a reload, and an equal one is a new send', async () => {
    const user = await harness.newUser('returning')
    await harness.solana.fund(user.solWallet, 2_000_000_000n)
    const { page, close } = await harness.visit('/wallet', { user })
    const key = 'left-before-the-answer'
    const transfer = { address: recipient, amount: '250000000' }
    await user.client.solana.sendToken({ ...transfer, token: 'SOL', idempotencyKey: key })
    const open = [{ ...transfer, key, from: user.solWallet, at: Date.now() }]
    await page.evaluate((text) => localStorage.setItem('SONIC:Sends', text), JSON.stringify(open))
    await page.goto(`${harness.server.url}/wallet/send`)
    await page.locator('[data-progress=sent]').getByText('0.25 SOL to 9xQe...VFin').waitFor()
    await shoot(page, 'send-open-sent')
    await expect.poll(() => page.evaluate(() => localStorage.getItem('SONIC:Sends'))).toBe('[]')
    await close()
  })

  test('a refusal of the server is shown in a toast, and the form stays', async () => {
    const user = await harness.newUser('limited')
    await harness.solana.fund(user.solWallet, 1_000_000_000n)
    await harness.admin.walletPolicies.updateOfUser({ appId: harness.app.id, id: user.id, networks: [] })
    const { page, close } = await harness.visit(`/wallet/send?address=${recipient}&amount=0.1`, { user })
    await page.locator('form button[type=submit]:not([disabled])').click()
    await page.locator('[data-sonner-toast]').waitFor()
    expect(await page.locator('input[name=address]').inputValue()).toBe(recipient)
    await shoot(page, 'send-refused')
    await close()
  })

  test('shows the private key on request, and copies it', async () => {
    const user = await harness.newUser('exporter')
    const { page, consoleErrors, close } = await harness.visit('/wallet/export', { user })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await button(page, 'Show Private Key').click()
    await button(page, 'Copy').click()
    // The button says "Copied" for two seconds only, which a busy browser may pass over.
    const key = await user.client.solana.privateKey({})
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(key)
    await shoot(page, 'export-shown')
    const stored = await page.evaluate(() =>
      JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]),
    )
    expect(stored).not.toContain(key)
    expect(consoleErrors).toEqual([])
    await close()
  })

  test('U14: an app with the key export switched off has no menu entry for it', async () => {
    const user = await harness.newUser('kept')
    const { page, close } = await harness.visit('/wallet', { user })
    const entry = page.getByRole('link', { name: 'Export Private Key' })
    await entry.waitFor()
    await harness.admin.apps.update({ id: harness.app.id, privateKeyExportEnabled: false })
    try {
      await expect
        .poll(async () => {
          const config = page.waitForResponse('**/user/config*')
          await page.reload()
          await config
          await expectText(page, 'Connected apps')
          return entry.count()
        })
        .toBe(0)
    } finally {
      await harness.admin.apps.update({ id: harness.app.id, privateKeyExportEnabled: true })
    }
    await close()
  })

  test('shows where to receive, and copies the address', async () => {
    const user = await harness.newUser('receiver')
    const { page, close } = await harness.visit('/wallet/receive', { user })
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    await page.getByText(user.solWallet).waitFor()
    await button(page, 'Copy Address').click()
    await button(page, 'Copied').waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(user.solWallet)
    await close()
  })

  test('without its node the balance is only logged, and the other parts of the page are shown', async () => {
    const user = await harness.newUser('no node')
    const { page, close } = await harness.visit('/earn', { user })
    await page.context().route('**/user/wallets/balances*', (route) => route.abort())
    await page.goto(`${harness.server.url}/wallet`)
    await expectText(page, 'Export Private Key')
    await expectText(page, 'no node')
    await shoot(page, 'no-balance')
    await close()
  })
})
