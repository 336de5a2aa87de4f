import { afterAll, beforeAll, expect, test } from 'vitest'
import { expectText, type Harness, overflow, seriousFindings, shoot, startHarness } from './harness.ts'

// What a visitor who follows an invitation is told.

let harness: Harness
let referCode: string
beforeAll(async () => {
  harness = await startHarness()
  const inviter = await harness.newUser('Grace')
  await inviter.client.game.click({ count: 1, seq: 1 })
  ;({ referCode } = await inviter.client.account.profile())
})
afterAll(() => harness?.stop())

test('pages for visitors tell who invites', async () => {
  const { page, consoleErrors, close } = await harness.visit(`/?refer_code=${referCode}`, { width: 360 })
  const words = page.getByText(/Grace.* invites you\./)
  await words.waitFor()
  expect([await overflow(page), await seriousFindings(page)]).toEqual([0, []])
  await shoot(page, 'login-invited-360')
  await page.setViewportSize({ width: 1280, height: 800 })
  await shoot(page, 'login-invited-1280')
  await page.goto(`${harness.server.url}/tap`)
  await words.waitFor()
  expect(consoleErrors).toEqual([])
  await close()
})

test.each([
  ['es-ES', /Grace.* te invita\./],
  ['ru-RU', /Вас приглашает .*Grace.*\./],
  ['zh-CN', /Grace.* 邀请你加入。/],
])('in %s they do so in that language', async (locale, words) => {
  const { page, close } = await harness.visit(`/?refer_code=${referCode}`, { locale })
  await expectText(page, words)
  await close()
})

test('a code that nobody has shows nothing, and no code asks nothing', async () => {
  const { page, consoleErrors, close } = await harness.visit('/login')
  const asked: string[] = []
  page.on('response', (response) => void (response.url().includes('/player/inviter') && asked.push(response.url())))
  await page.reload()
  await page.getByRole('button', { name: 'Other ways to log in' }).waitFor()
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  const answer = page.waitForResponse('**/player/inviter*')
  await page.goto(`${harness.server.url}/?refer_code=NOBODY99`)
  expect(await (await answer).json()).toEqual({ data: { name: null } })
  await page.waitForTimeout(300)
  expect(await page.getByText('invites you').count()).toBe(0)
  expect(consoleErrors).toEqual([])
  await close()
})
