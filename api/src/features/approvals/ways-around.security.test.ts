import { MAX_PENDING_APPROVALS } from '@openauth/client'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  approvalReason,
  type ApprovalWorld,
  asked,
  ownPassword,
  password,
  type SignedIn,
  startApprovalWorld,
} from './approvals.testing.ts'
import { fourEyesHandlers } from './setting.ts'

/** Whether a call succeeded, and why not. */
const settled = async (call: Promise<unknown>): Promise<{ reason?: unknown }> => {
  const [result] = await Promise.allSettled([call])
  return result.status === 'rejected' ? { reason: result.reason } : {}
}

let world: ApprovalWorld
let one: SignedIn
let two: SignedIn
beforeAll(async () => {
  world = await startApprovalWorld({ OPENAUTH_CONSOLE: 'on' })
  ;({ one, two } = world)
})
afterAll(() => world.server.stop())
beforeEach(async () => {
  await world.server.resources.db.prisma.approval.deleteMany()
  await world.hold('policies')
})

test('an owner is not made by leaving out the role: the approver sees what the server fills in', async () => {
  const given = { username: 'quiet', password, currentPassword: ownPassword }
  const id = await asked(one.client.admins.create({ ...given, approvalReason }))
  const { changes } = await two.client.approvals.get({ id })
  expect(changes).toContainEqual({ name: 'role', before: null, after: '"owner"', isDigest: false })
  expect(changes.map(({ name }) => name)).not.toContain('currentPassword')
})

test('many held calls with a password at once leave the server connections of its database', async () => {
  const create = (index: number) =>
    asked(
      one.client.admins.create({
        username: `parallel ${index}`,
        password,
        currentPassword: ownPassword,
        role: 'viewer',
        approvalReason,
      }),
    )
  const ids = await Promise.all(Array.from({ length: 30 }, (_, index) => create(index)))
  expect(new Set(ids).size).toBe(30)
})

test('requests at once do not exceed the most of an admin', async () => {
  const asks = Array.from({ length: 2 * MAX_PENDING_APPROVALS }, (_, index) =>
    one.client.adminInvitations.create({ email: `${index}@example.com`, role: 'viewer', apps: null, approvalReason }),
  )
  const codes = await Promise.all(
    asks.map((ask) =>
      ask.then(
        () => 'ran',
        ({ code }: { code: string }) => code,
      ),
    ),
  )
  expect(new Set(codes)).toEqual(new Set(['approval_required', 'too_many_approvals']))
  const { prisma } = world.server.resources.db
  expect(await prisma.approval.count({ where: { state: 'pending' } })).toBe(MAX_PENDING_APPROVALS)
})

test("a service token for one app does not read its admin's requests about others", async () => {
  const { token } = await one.client.serviceTokens.create({
    name: 'of the shop',
    role: 'operator',
    apps: [world.app.id],
    expiresInDays: 1,
    currentPassword: ownPassword,
  })
  const id = await asked(
    one.client.adminInvitations.create({ email: 'grace@example.com', role: 'owner', apps: null, approvalReason }),
  )
  const machine = world.server.as(token)
  expect((await machine.approvals.list()).data.map((each) => each.id)).not.toContain(id)
  for (const call of [machine.approvals.get({ id }), machine.approvals.withdraw({ id })])
    await expect(call).rejects.toMatchObject({ code: 'approval_not_found' })
  const own = await asked(machine.walletPolicies.update({ appId: world.app.id, messageSigning: false, approvalReason }))
  expect((await machine.approvals.list()).data.map((each) => each.id)).toEqual([own])
})

test('an invitation from before the setting makes no second account', async () => {
  await world.hold()
  const { link } = await one.client.adminInvitations.create({ email: 'me@example.com', role: 'owner', apps: null })
  await one.client.fourEyes.update({ kinds: ['policies'] })
  await expect(
    world.server.as().adminInvitations.accept({ secret: link!.split('#')[1]!, username: 'me again', password }),
  ).rejects.toMatchObject({ code: 'invitation_invalid' })
})

test('key export that is switched off stays off, also while others write that it is as it was', async () => {
  await world.hold()
  const { id } = world.app
  const set = async (client: SignedIn['client'], privateKeyExportEnabled: boolean) => {
    const { reason } = await settled(client.apps.update({ id, privateKeyExportEnabled }))
    if (reason) expect(reason).toMatchObject({ code: 'approval_reason_required' })
  }
  for (let round = 0; round < 8; round += 1) {
    await world.hold()
    await set(one.client, true)
    await world.hold('keyExport')
    const writes = Array.from({ length: 6 }, () => set(one.client, true))
    await Promise.all([...writes, set(two.client, false), ...Array.from({ length: 6 }, () => set(one.client, true))])
    expect((await two.client.apps.get({ id })).privateKeyExportEnabled).toBe(false)
  }
})

test('a kind that another owner added meanwhile is not dropped by a call that was admitted before', async () => {
  const { db } = world.server.resources
  await world.hold('policies', 'secrets')
  const admitted = {
    identity: { kind: 'admin', adminId: one.id, sessionId: '', role: 'owner', appIds: null },
    ip: '::1',
  }
  // As of a call that passed the hold while `policies` alone was held.
  const session = await db.prisma.adminSession.findFirstOrThrow({ where: { adminId: one.id } })
  const context = { ...admitted, identity: { ...admitted.identity, sessionId: session.id } } as never
  await expect(fourEyesHandlers({ db }).update({ kinds: ['policies'] }, context)).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
  expect((await one.client.fourEyes.get()).kinds).toEqual(['policies', 'secrets'])
})
