import { afterAll, beforeAll, expect, test } from 'vitest'
import { ethereumWallet } from '../../api/src/features/login/wallets.testing.ts'
import type { TestUser } from '../../api/src/testing.ts'
import { expectText, type Harness, overflow, seriousFindings, shoot, startHarness } from './harness.ts'
import { button } from './person.ts'

// S1: the list of account changes in the wallet, and the reauthentication that undoing one asks for.

let harness: Harness
beforeAll(async () => {
  harness = await startHarness()
})
afterAll(() => harness?.stop())

const DAY = 86_400_000
const prisma = () => harness.server.resources.db.prisma

/** Makes the user's login too old to confirm anything. */
const ageSessions = (user: TestUser) =>
  prisma().session.updateMany({ where: { userId: user.id }, data: { createdAt: new Date(Date.now() - DAY) } })

const bindWallet = async (user: TestUser): Promise<string> => {
  const wallet = ethereumWallet()
  const uri = `${harness.server.url}/wallet`
  const asked = { appId: harness.app.id, chain: 'ethereum', address: wallet.address, uri, purpose: 'bind' } as const
  const { message } = await user.client.login.challenge(asked)
  await user.client.bind.ethereum({ ethAddress: wallet.address, message, signature: await wallet.sign(message) })
  return wallet.address
}

const ethAddressOf = async ({ client }: TestUser) => (await client.account.profile()).ethAddress
const undo = 'Undo: Ethereum added'

test('S1: a change shows what was changed and from where; a recent login undoes it at once', async () => {
  const user = await harness.newUser('fresh login')
  const address = await bindWallet(user)
  const { page, consoleErrors, close } = await harness.visit('/wallet/changes', { user, width: 390 })
  const change = page.locator('.change').filter({ hasText: 'Ethereum added' })
  await change.waitFor()
  expect(await change.innerText()).toContain(`${address.slice(0, 6)}...${address.slice(-6)}`)
  expect(await change.innerText()).toMatch(/from (127\.0\.0\.1|::1)/)
  expect(await seriousFindings(page)).toEqual([])
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page)).toBe(0)
    await shoot(page, `changes-${width}`)
  }
  await button(page, undo).click()
  await expectText(page, 'Undone. Your other sessions have ended.')
  await change.getByText('Undone', { exact: true }).waitFor()
  expect(await button(page, undo).count()).toBe(0)
  expect(await ethAddressOf(user)).toBeNull()
  expect(consoleErrors).toEqual([])
  await close()
})

test('S1: with an older login, undoing asks for a reauthentication: a wrong password changes nothing, the correct one undoes', async () => {
  const user = await harness.newUser('older login')
  const address = await bindWallet(user)
  await ageSessions(user)
  const thief = await harness.server.as().login.username({
    appId: harness.app.id,
    username: 'older login',
    password: 'password of older login',
    type: 'login',
  })
  const { page, close } = await harness.visit('/wallet/changes', { user, width: 390 })
  await button(page, undo).click()
  await page.getByRole('heading', { name: 'Is it you?' }).waitFor()
  expect(await seriousFindings(page)).toEqual([])
  await shoot(page, 'changes-proof-390')
  await page.getByLabel('Your password').fill('a guess')
  await button(page, 'Confirm').click()
  await page.getByRole('alert').getByText('Incorrect password').waitFor()
  expect(await ethAddressOf(user)).toBe(address)
  await page.getByLabel('Your password').fill('password of older login')
  await button(page, 'Confirm').click()
  await page.locator('.change').getByText('Undone', { exact: true }).waitFor()
  expect(await ethAddressOf(user)).toBeNull()
  // All other sessions have ended with it.
  await expect(harness.server.as(thief.token).account.profile()).rejects.toMatchObject({ status: 401 })
  await close()
})

test('S1: a change that can no longer be undone has no button, and an empty list says so', async () => {
  const [user, other] = [await harness.newUser('too late'), await harness.newUser('nothing changed')]
  await bindWallet(user)
  const createdAt = new Date(Date.now() - 8 * DAY)
  await prisma().accountChange.updateMany({ where: { userId: user.id }, data: { createdAt } })
  const late = await harness.visit('/wallet/changes', { user })
  await expectText(late.page, 'Ethereum added')
  expect(await late.page.getByRole('button', { name: /^Undo/ }).count()).toBe(0)
  await late.close()
  const empty = await harness.visit('/wallet/changes', { user: other })
  await expectText(empty.page, 'Nothing was changed.')
  await shoot(empty.page, 'changes-none')
  await empty.close()
})

test('S1: in Russian', async () => {
  const user = await harness.newUser('po russki')
  await bindWallet(user)
  const { page, close } = await harness.visit('/wallet/changes', { user, locale: 'ru-RU', width: 390 })
  await page.locator('.change').waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/Undo|added/)
  await shoot(page, 'changes-ru-390')
  await close()
})
