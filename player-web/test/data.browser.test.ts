import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { noPublicNodes } from '../../api/src/testing.ts'
import { expectText, type Harness, overflow, seriousFindings, shoot, startHarness } from './harness.ts'
import { button } from './person.ts'

// The user's data: the export, the deletion with its grace, and the terms.

let harness: Harness
beforeAll(async () => {
  // Solana has a node, and that of Vara does not answer: what no node tells counts as perhaps something.
  const { OPENAUTH_SOLANA_RPC_URLS: _, ...others } = noPublicNodes as Record<string, string>
  harness = await startHarness({ ...others, OPENAUTH_VARA_RPC_URLS: 'http://127.0.0.1:1' })
})
afterAll(() => harness?.stop())

const prisma = () => harness.server.resources.db.prisma
const WIDTHS = [360, 430]

const look = async (page: Awaited<ReturnType<Harness['visit']>>['page'], name: string) => {
  expect(await seriousFindings(page)).toEqual([])
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    expect(await overflow(page)).toBe(0)
    await shoot(page, `${name}-${width}`)
  }
}

test('a user downloads all data as a file', async () => {
  const user = await harness.newUser('takes the data')
  const { page, consoleErrors, close } = await harness.visit('/wallet/data', { user, width: 360 })
  await button(page, 'Delete account …').waitFor()
  await look(page, 'data')
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Download my data').click()])
  expect(download.suggestedFilename()).toBe('my-data.json')
  const data = JSON.parse(await readFile(await download.path(), 'utf8')) as {
    userId: string
    tables: { Identity: object[] }
  }
  expect(data.userId).toBe(user.id)
  expect(data.tables.Identity).toMatchObject([{ display: 'takes the data' }])
  await expectText(page, 'The file is in your downloads')
  expect(consoleErrors).toEqual([])
  await close()
})

test('with an older login the download asks for a proof', async () => {
  const user = await harness.newUser('older data')
  await prisma().session.updateMany({
    where: { userId: user.id },
    data: { createdAt: new Date(Date.now() - 86_400_000) },
  })
  const { page, close } = await harness.visit('/wallet/data', { user, width: 360 })
  await button(page, 'Download my data').click()
  await page.getByLabel('Your password').fill('password of older data')
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Confirm').click()])
  expect(JSON.parse(await readFile(await download.path(), 'utf8'))).toMatchObject({ userId: user.id })
  await close()
})

test('a user asks for the deletion, sees on every page when it is, and cancels it', async () => {
  const user = await harness.newUser('goes and stays')
  await harness.solana.fund(user.solWallet, 1_500_000_000n)
  const { page, close } = await harness.visit('/wallet/data', { user, width: 360 })
  await button(page, 'Delete account …').click()
  await expectText(page, 'Solana: 1.5 SOL')
  await expectText(page, 'Could not be read: Vara. There may be something.')
  await expectText(page, 'You can log in and cancel the deletion until it is carried out. Days until then: 7.')
  await look(page, 'data-confirm')
  await button(page, 'Delete my account').click()
  await button(page, 'Cancel the deletion').waitFor()
  await look(page, 'data-pending')
  const row = await prisma().userDeletion.findUniqueOrThrow({ where: { userId: user.id } })
  expect(row.dueAt.getTime() - Date.now()).toBeGreaterThan(6.9 * 86_400_000)
  await page.goto(`${harness.server.url}/wallet`)
  await page.getByRole('status').getByText('Your account will be deleted on').waitFor()
  await look(page, 'data-notice')
  await page.getByRole('link', { name: 'See your data' }).click()
  await button(page, 'Cancel the deletion').click()
  await button(page, 'Delete account …').waitFor()
  expect(await prisma().userDeletion.count({ where: { userId: user.id } })).toBe(0)
  expect(await page.getByText('Your account will be deleted on').count()).toBe(0)
  await close()
})

test('an app with a new version of its terms asks before the user goes on, in Russian too', async () => {
  const [user, other] = [await harness.newUser('reads terms'), await harness.newUser('po russki')]
  await harness.admin.apps.update({
    id: harness.app.id,
    termsUrl: 'https://example.com/terms',
    termsVersion: '2026-11',
    privacyUrl: 'https://example.com/privacy',
    privacyVersion: '3',
    termsRequired: true,
  })
  const { page, close } = await harness.visit('/wallet', { user, width: 360 })
  const dialog = page.getByRole('dialog', { name: 'Terms' })
  await dialog.getByText('Version 2026-11').waitFor()
  await look(page, 'terms')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: 'Accept' }).click()
  await dialog.waitFor({ state: 'detached' })
  // What was refused before is there now.
  await page.getByText('0.000000000').first().waitFor()
  const accepted = await harness.admin.terms.ofUser({ appId: harness.app.id, id: user.id })
  expect(accepted.map(({ document, version, surface }) => [document, version, surface]).toSorted()).toEqual([
    ['privacy', '3', 'player'],
    ['terms', '2026-11', 'player'],
  ])
  await close()
  const russian = await harness.visit('/earn', { user: other, locale: 'ru-RU', width: 360 })
  await russian.page.getByRole('dialog').getByText('Чтобы продолжить').waitFor()
  await shoot(russian.page, 'terms-ru-360')
  // Whoever does not accept gets the data and deletes the account.
  await russian.page.getByRole('link', { name: 'Ваши данные' }).click()
  await russian.page.getByRole('button', { name: 'Скачать мои данные' }).waitFor()
  expect(await russian.page.getByRole('dialog').count()).toBe(0)
  await shoot(russian.page, 'data-ru-360')
  await russian.close()
  await harness.admin.apps.update({
    id: harness.app.id,
    termsRequired: false,
    termsVersion: null,
    privacyVersion: null,
  })
})
