import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Stage, startStage } from './stage.ts'

let stage: Stage
beforeAll(async () => {
  stage = await startStage()
})
afterAll(() => stage?.stop())

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
