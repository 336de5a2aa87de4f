import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { ask, dialog, frameOf, isSigned, tap } from './dapp/dapp-page.ts'
import { startDapp } from './dapp/dapp-server.ts'
import { overflow, seriousFindings, shoot, type Harness, startHarness } from './harness.ts'

// A dapp of another origin in its frame, with the wallet's consent and a real transaction.

type User = Awaited<ReturnType<Harness['newUser']>>

let harness: Harness
let dapp: Awaited<ReturnType<typeof startDapp>>
let stranger: Awaited<ReturnType<typeof startDapp>>
beforeAll(async () => {
  ;[harness, dapp, stranger] = await Promise.all([startHarness(), startDapp(), startDapp()])
  const description = 'Fly to the moon. And back.'
  await harness.admin.dapps.create({ name: 'Rocket', url: `${dapp.origin}/play`, description })
  await harness.admin.dapps.create({ name: 'Earnings', url: '/earn' })
  await harness.admin.gameCenters.create({ name: 'Ring Runner', link: `${stranger.origin}/ring` })
})
afterAll(async () => {
  dapp?.stop()
  stranger?.stop()
  await harness?.stop()
})

const barLink = (page: Page, name: string) => page.locator('.dapp-bar').getByRole('link', { name, exact: true })

const open = async (user: User, path = `/dapp?url=%20${encodeURIComponent(`${dapp.origin}/play?level=3`)}`) => {
  const visit = await harness.visit(path, { user, width: 360 })
  return { ...visit, frame: await frameOf(visit.page, dapp.origin) }
}

test('U11: a dapp’s page has its name as heading and title, logged out and in its frame', async () => {
  const out = await harness.visit('/dapp?name=Rocket')
  const inside = await open(await harness.newUser('Visitor'))
  for (const { page, close } of [out, inside]) {
    await page.getByRole('heading', { level: 1, name: 'Rocket', exact: true }).waitFor()
    expect(await page.title()).toMatch(/^Rocket · /)
    await close()
  }
})

test('logged out, a card describes the dapp', async () => {
  const { page, consoleErrors, close } = await harness.visit('/dapp?name=Rocket', { width: 360 })
  await page.getByRole('heading', { name: 'Rocket' }).waitFor()
  await page.getByText('And back.').waitFor()
  expect(await page.getByRole('button', { name: 'Log In with TikTok' }).count()).toBe(1)
  expect(await page.locator('iframe').count()).toBe(0)
  await shoot(page, 'dapp-landing')
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  expect(consoleErrors).toEqual([])
  await close()
})

test("the frame gets the wallet's address, and fills the page to the tab bar, and most of a wide window", async () => {
  const user = await harness.newUser('Framed')
  const { page, frame, consoleErrors, close } = await open(user)
  expect(frame.url()).toBe(`${dapp.origin}/play?level=3&wallet=sonicx&address=${user.solWallet}`)
  const box = await page.locator('iframe').boundingBox()
  expect(box).toMatchObject({ x: 0, width: 360 })
  expect(Math.round(box!.y + box!.height)).toBe(800 - 96)
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect.poll(async () => (await page.locator('iframe').boundingBox())?.width).toBeGreaterThan(900)
  expect(await overflow(page)).toBe(0)
  expect(await ask(frame, 'install')).toEqual({})
  expect(consoleErrors).toEqual([])
  await close()
})

test('connect asks once, is stored, and appears among the connected apps', async () => {
  const user = await harness.newUser('Connected')
  const { page, frame, close } = await open(user)
  const connecting = ask(frame, 'connect')
  await dialog(page).waitFor()
  expect(await dialog(page).textContent()).toContain(dapp.origin)
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Reject')
  await shoot(page, 'dapp-connect')
  expect(await seriousFindings(page)).toEqual([])
  await tap(page, 'Connect')
  expect(await connecting).toEqual({ publicKey: user.solWallet })
  await page.reload()
  expect(await ask(await frameOf(page, dapp.origin), 'connect')).toEqual({ publicKey: user.solWallet })
  expect(await user.client.dappPermissions.list()).toMatchObject([{ origin: dapp.origin, name: 'Rocket' }])
  await close()
})

test('Escape rejects, and a message is signed after it was shown', async () => {
  const user = await harness.newUser('Reader')
  const { page, frame, close } = await open(user)
  const first = ask(frame, 'connect')
  await dialog(page).waitFor()
  await page.keyboard.press('Escape')
  expect(await first).toEqual({ error: 'User rejected the request' })
  await dialog(page).waitFor({ state: 'detached' })

  const second = ask(frame, 'connect')
  await tap(page, 'Connect')
  await second
  const text = 'bank.example wants you to sign in with your Solana account:\nHello \u202E👋'
  const signing = ask(frame, 'signMessage', { message: Array.from(new TextEncoder().encode(text)) })
  await page.getByText('bank.example, which is another place').waitFor()
  await page.getByText('‹U+202E›').waitFor()
  await shoot(page, 'dapp-message')
  expect(await seriousFindings(page)).toEqual([])
  await tap(page, 'Sign')
  expect(isSigned(user.solWallet, text, (await signing)['signature'] as number[])).toBe(true)
  await close()
})

test('a transaction is shown by its effects, signed, and included', async () => {
  const user = await harness.newUser('Payer')
  await harness.solana.fund(user.solWallet, 2_000_000_000n)
  const { page, frame, consoleErrors, close } = await open(user)
  const connecting = ask(frame, 'connect')
  await tap(page, 'Connect')
  await connecting
  const connection = new Connection(harness.solana.url, 'confirmed')
  const [from, to] = [new PublicKey(user.solWallet), Keypair.generate().publicKey]
  const made = new Transaction({ feePayer: from, ...(await connection.getLatestBlockhash()) }).add(
    SystemProgram.transfer({ fromPubkey: from, toPubkey: to, lamports: 250_000_000 }),
  )
  const bytes = made.serialize({ requireAllSignatures: false, verifySignatures: false })
  const signing = ask(frame, 'signTransaction', { transaction: Array.from(bytes) })
  await page.getByText('Leaves your wallet').waitFor()
  const shown = await dialog(page).textContent()
  for (const text of ['0.250005', 'Pays 0.25 SOL', to.toBase58(), '0.000005 SOL', 'System'])
    expect(shown).toContain(text)
  await shoot(page, 'dapp-transaction')
  // Before axe, which speaks to frames in vain.
  expect(consoleErrors).toEqual([])
  expect(await seriousFindings(page)).toEqual([])
  expect(await overflow(page)).toBe(0)
  await tap(page, 'Sign')
  const signed = Transaction.from((await signing)['signedTransaction'] as number[])
  expect(signed.verifySignatures()).toBe(true)
  await connection.sendRawTransaction(signed.serialize())
  await vi.waitFor(async () => expect(await connection.getBalance(to)).toBe(250_000_000), { timeout: 120_000 })
  await close()
})

test('a transaction that the server refuses can only be dismissed', async () => {
  const user = await harness.newUser('Poor')
  const { page, frame, close } = await open(user)
  const connecting = ask(frame, 'connect')
  await tap(page, 'Connect')
  await connecting
  const other = Keypair.generate().publicKey
  const made = new Transaction({ feePayer: other, recentBlockhash: other.toBase58() }).add(
    SystemProgram.transfer({ fromPubkey: other, toPubkey: other, lamports: 1 }),
  )
  const bytes = made.serialize({ requireAllSignatures: false, verifySignatures: false })
  expect(await ask(frame, 'signTransaction', { transaction: Array.from(bytes) })).toEqual({
    error: expect.stringContaining('does not ask for the signature of this wallet'),
  })
  expect(await dialog(page).getByRole('button').allTextContents()).toEqual(['Close'])
  await shoot(page, 'dapp-refused')
  await tap(page, 'Close')
  await dialog(page).waitFor({ state: 'detached' })
  await close()
})

test('iframe bridge abuse: a frame that has moved to another origin gets no answer', async () => {
  const user = await harness.newUser('Traveller')
  const { page, frame, close } = await open(user)
  const connecting = ask(frame, 'connect')
  await tap(page, 'Connect')
  await connecting
  await frame.evaluate(`location.href = ${JSON.stringify(stranger.origin)}`).catch(() => {})
  const strange = await frameOf(page, stranger.origin)
  const outcome = await strange.evaluate(
    `Promise.race([ask('connect'), new Promise((r) => setTimeout(r, 1500, 'nothing'))])`,
  )
  expect(outcome).toBe('nothing')
  expect(await dialog(page).count()).toBe(0)
  await close()
})

test('a frame that never loads is reported, and can be retried or opened elsewhere', async () => {
  const user = await harness.newUser('Waiting')
  const { page, close } = await harness.visit('/earn', { user, width: 360 })
  await page.getByText('Stake on Sonic').waitFor()
  await page.clock.install()
  const path = `/dapp?url=${encodeURIComponent(`${dapp.origin}/hang`)}`
  await page.evaluate(
    `history.pushState(null, '', ${JSON.stringify(path)}); dispatchEvent(new PopStateEvent('popstate'))`,
  )
  await page.locator('iframe').waitFor()
  await page.clock.fastForward(15_500)
  await page.getByText('Rocket takes long to load.').waitFor()
  await shoot(page, 'dapp-slow')
  expect(await barLink(page, 'Open in a new tab').getAttribute('href')).toBe(`${dapp.origin}/hang`)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Rocket takes long to load.').waitFor({ state: 'detached' })
  expect(await overflow(page)).toBe(0)
  await close()
})

test('a dapp that refuses to be framed leaves a bar: a new tab, another try, and the way back', async () => {
  const user = await harness.newUser('Refused')
  const path = `/dapp?url=${encodeURIComponent(`${dapp.origin}/refuse`)}`
  const { page, close } = await harness.visit(path, { user, width: 360 })
  const link = barLink(page, 'Nothing here? Open it in a new tab')
  await link.waitFor()
  await shoot(page, 'dapp-refused-frame')
  expect(await overflow(page)).toBe(0)
  const [tab] = await Promise.all([page.context().waitForEvent('page'), link.click()])
  await tab.getByRole('heading', { name: 'A dapp' }).waitFor()
  await tab.close()
  const again = page.waitForRequest(`${dapp.origin}/refuse*`)
  await page.getByRole('button', { name: 'Reload' }).click()
  await again
  await barLink(page, 'Close').click()
  await page.getByText('Stake on Sonic').waitFor()
  await close()
})

test('a game that is no dapp is framed without a wallet, and closes to the games', async () => {
  const user = await harness.newUser('Gamer')
  const { page, close } = await harness.visit('/game', { user, width: 360 })
  await page.getByRole('link', { name: 'Ring Runner' }).click()
  const frame = await frameOf(page, stranger.origin)
  const outcome = await frame.evaluate(
    `Promise.race([ask('install'), new Promise((r) => setTimeout(r, 1500, 'nothing'))])`,
  )
  expect(outcome).toBe('nothing')
  // Its message has shown that the frame is not empty.
  await barLink(page, 'Open in a new tab').waitFor()
  await barLink(page, 'Close').click()
  await page.getByRole('heading', { name: 'Game Center' }).waitFor()
  await close()
})

test.each([
  ['/dapp?name=Earnings', '/earn'],
  ['/dapp?url=%2Fearn', '/earn'],
])('a dapp that is a page of this app is opened as one: %s', async (path, to) => {
  const user = await harness.newUser(`Inside ${path}`)
  const { page, close } = await harness.visit(path, { user })
  await vi.waitFor(() => expect(new URL(page.url()).pathname).toBe(to), { timeout: 120_000 })
  await close()
})
