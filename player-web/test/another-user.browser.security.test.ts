import { afterAll, beforeAll, expect, test } from 'vitest'
import { startDapp } from './dapp/dapp-server.ts'
import { expectText, type Stage, startStage } from './stage.ts'

let stage: Stage
let dapp: Awaited<ReturnType<typeof startDapp>>
beforeAll(async () => {
  ;[stage, dapp] = await Promise.all([startStage(), startDapp()])
  await stage.admin.dapps.create({ name: 'Rocket', url: `${dapp.origin}/play` })
})
afterAll(async () => {
  dapp?.stop()
  await stage?.stop()
})

test('another user on this device: a dapp is told nothing while it is unknown who is logged in', async () => {
  const user = await stage.newUser('Nobody knows')
  const { page, close } = await stage.visit('/healthz', { user })
  await page.route('**/user/profile', (route) => route.fulfill({ status: 503, body: '{}' }))
  await page.goto(`${stage.server.url}/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`)
  // What was remembered under no id would be told to the next user.
  await expectText(page, 'Your profile could not be loaded.')
  expect(page.frames()).toHaveLength(1)
  await close()
})

test('wallets are not asked for before the profile is known', async () => {
  const user = await stage.newUser('Unknown yet')
  const { page, close } = await stage.visit('/healthz', { user })
  const asked: string[] = []
  page.on('request', (request) => void asked.push(new URL(request.url()).pathname))
  await page.route('**/user/profile', () => {})
  await page.goto(`${stage.server.url}/dapp?url=${encodeURIComponent(`${dapp.origin}/play`)}`)
  await page.waitForTimeout(1500)
  expect(asked).toContain('/user/profile')
  expect(asked).not.toContain('/user/wallets')
  await close()
})
