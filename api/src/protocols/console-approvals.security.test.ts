import { afterAll, beforeAll, expect, test } from 'vitest'
import { type ApprovalWorld, approveAs, startApprovalWorld } from '../features/approvals/approvals.testing.ts'
import { ask, signInToConsole } from './console.testing.ts'

let world: ApprovalWorld
beforeAll(async () => {
  world = await startApprovalWorld({ OPENAUTH_CONSOLE: 'on' })
})
afterAll(() => world.server.stop())

test('a page of the console gets no stored secret by collecting it', async () => {
  const { one, two } = world
  const { id } = world.app
  const hook = await one.client.webhooks.create({
    appId: id,
    url: 'https://partner.example/hook',
    events: ['user.created'],
  })
  await world.hold('secrets')
  const browser = await signInToConsole(world.server)
  const path = `/console/api/admin/apps/${id}/webhooks/${hook.id}/secret?approvalReason=lost`
  const { approval } = JSON.parse((await ask(world.server, 'GET', path, browser.headers)).text)
  await approveAs(two, approval.id)
  const collecting = `/console/api/admin/approvals/${approval.id}/collect`
  const { code, text } = await ask(world.server, 'POST', collecting, browser.headers, {})
  expect([code, text.includes(hook.secret)]).toEqual(['approval_not_collectable', false])
  // It is not used up.
  expect((await one.client.approvals.collect({ id: approval.id })).answer).toEqual({ secret: hook.secret })
})
