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
