import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { approvalReason, type ApprovalWorld, asked, password, startApprovalWorld } from './approvals.testing.ts'

let world: ApprovalWorld
beforeAll(async () => {
  world = await startApprovalWorld({ OPENAUTH_CONSOLE: 'on' })
})
afterAll(() => world.server.stop())

/** Makes an admin by an invitation, which is where its address is from. */
const invited = async (username: string, rights: { role: 'operator' | 'viewer'; apps: string[] | null }) => {
  const email = `${username}@example.com`
  const { link } = await world.one.client.adminInvitations.create({ email, ...rights })
  await world.server.as().adminInvitations.accept({ secret: link!.split('#')[1]!, username, password })
  return email
}

/** The mails that the server wrote to its folder. */
const mails = async (): Promise<string[]> => {
  const folder = join(world.server.settings.dataDir, 'outbox')
  const names = await readdir(folder).catch(() => [])
  return Promise.all(names.filter((name) => !name.startsWith('.')).map((name) => readFile(join(folder, name), 'utf8')))
}

test('those who may approve a request are told by mail, where they came by an invitation; others are not', async () => {
  const approver = await invited('grace', { role: 'operator', apps: [world.app.id] })
  await invited('viola', { role: 'viewer', apps: null })
  await invited('otto', { role: 'operator', apps: [world.other.id] })
  await world.hold('policies')
  await asked(world.one.client.walletPolicies.update({ appId: world.app.id, messageSigning: false, approvalReason }))
  await vi.waitFor(async () => expect(await mails()).toHaveLength(1), 10_000)
  const [mail = ''] = await mails()
  expect(mail).toContain(`To: ${approver}`)
  expect(mail).toContain(approvalReason)
  // Whoever opens links of mails is easily led to a page of somebody else.
  expect(mail).not.toMatch(/https?:\/\//)
  // The same request again is the same one.
  await asked(world.one.client.walletPolicies.update({ appId: world.app.id, messageSigning: false, approvalReason }))
  expect(await mails()).toHaveLength(1)
})
