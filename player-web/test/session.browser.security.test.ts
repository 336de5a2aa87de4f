import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from './stage.ts'
import { telegramHash, telegramStub } from './telegram-stub.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage?.stop())

const token = 'localStorage.getItem("OpenAuth:Token")'

// Telegram's apps keep several accounts beside each other, and one storage for the pages of them all.
test('another Telegram account on the same device does not get the wallet of the one before', async () => {
  const [one, other] = [0, 1].map((person) => stage.world.telegram.initData(stage.world.people[person]))
  const { page, close } = await stage.visit(`/wallet${telegramHash({ initData: one! })}`, { before: telegramStub() })
  await page.getByText('Export Private Key').waitFor()
  const first = await page.evaluate(token)
  // The next launch is a page of its own.
  const next = await page.context().newPage()
  await next.addInitScript(telegramStub())
  await next.goto(`${stage.server.url}/wallet${telegramHash({ initData: other! })}`)
  await next.getByText('Export Private Key').waitFor()
  await next.waitForTimeout(2000)
  expect(await next.evaluate(token)).not.toBe(first)
  await close()
})

const put = (key: string, value: string) =>
  `if (self === top && location.protocol !== 'about:') localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`

test.each(['{}', '5', '"x"', '{"id":7}'])('corrupted storage: a profile %s crashes no page', async (value) => {
  const user = await stage.newUser(`Holder of ${value}`)
  const { page, complaints, close } = await stage.visit('/wallet', { user, before: put('OpenAuth:Profile', value) })
  await page.waitForTimeout(2500)
  expect([complaints.join('\n').slice(0, 300), await page.getByRole('alert').allTextContents()]).toEqual(['', []])
  expect(await page.locator('main').textContent()).toContain(user.solWallet.slice(0, 12))
  await close()
})
