import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { signInAs } from '../../testing.ts'
import {
  approvalReason,
  type ApprovalWorld,
  approveAs,
  asked,
  ownPassword,
  password,
  type SignedIn,
  startApprovalWorld,
} from './approvals.testing.ts'

let world: ApprovalWorld
let one: SignedIn
let two: SignedIn
let appId: string
beforeAll(async () => {
  world = await startApprovalWorld({ OPENAUTH_CONSOLE: 'on' })
  ;({ one, two } = world)
  appId = world.app.id
})
afterAll(() => world.server.stop())
beforeEach(() => world.hold('policies'))

const limits = (perDay: string) => [{ token: 'solana:native', perTransaction: null, perDay }]
const policy = async () => (await one.client.walletPolicies.get({ appId })).own
const prisma = () => world.server.resources.db.prisma
let day = 1000
/** Asks for a new limit as the first owner; resolves to the request and the limit. */
const ask = async (by = one) => {
  day += 1
  const wanted = limits(String(day))
  return { id: await asked(by.client.walletPolicies.update({ appId, limits: wanted, approvalReason })), wanted }
}
const stateOf = async (id: string) => (await prisma().approval.findUniqueOrThrow({ where: { id } })).state

describe('a change of a wallet policy that waits for a second admin', () => {
  test('changes nothing until it is approved, and is then what was asked for', async () => {
    const before = await policy()
    const { id, wanted } = await ask()
    expect(await policy()).toEqual(before)
    const request = await two.client.approvals.get({ id })
    expect(request).toMatchObject({
      call: 'walletPolicies.update',
      kinds: ['policies'],
      appId,
      reason: approvalReason,
      requestedBy: { id: one.id },
      state: 'pending',
      mayDecide: true,
      isOwn: false,
      changes: [{ name: 'limits', after: JSON.stringify(wanted), isDigest: false }],
    })
    expect(await approveAs(two, id)).toMatchObject({ state: 'run', decidedBy: { id: two.id } })
    expect((await policy()).limits).toEqual(wanted)
    const { data } = await one.client.audit.list({ appId, limit: 20 })
    const lines = data.filter(({ targetId, details }) => targetId === id || details['approvalId'] === id)
    expect(lines.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['approval.run', String(one.id)],
      ['wallet-policy.update', String(one.id)],
      ['approval.approve', String(two.id)],
      ['approval.request', String(one.id)],
    ])
    expect(lines[1]!.details).toMatchObject({ approvalId: id, approvedBy: two.id })
  })

  test('needs a reason', async () => {
    await expect(one.client.walletPolicies.update({ appId, messageSigning: false })).rejects.toMatchObject({
      status: 400,
      code: 'approval_reason_required',
    })
  })

  test('is one request, however often it is sent', async () => {
    const call = () => asked(one.client.walletPolicies.update({ appId, networks: ['solana'], approvalReason }))
    const ids = await Promise.all([call(), call(), call()])
    expect(new Set(ids).size).toBe(1)
    await one.client.approvals.withdraw({ id: ids[0] })
    expect(await call()).not.toBe(ids[0])
  })

  test('is not approved by its requester, in no session', async () => {
    const { id } = await ask()
    const { token } = await world.server.as().setup.login({ username: 'operator', password: ownPassword })
    for (const client of [one.client, world.server.as(token)])
      await expect(client.approvals.approve({ id, currentPassword: ownPassword })).rejects.toMatchObject({
        code: 'own_approval',
      })
    await expect(one.client.approvals.refuse({ id, reason: 'no' })).rejects.toMatchObject({ code: 'own_approval' })
    expect(await stateOf(id)).toBe('pending')
    // The table refuses it too, whoever writes.
    await expect(
      prisma().approval.update({ where: { id }, data: { decidedById: one.id, state: 'run' } }),
    ).rejects.toThrow(/Approval_second_admin/)
  })

  test('runs once for approvals at the same time', async () => {
    const three = await world.newAdmin(`third ${day}`, { role: 'owner' })
    const { id, wanted } = await ask()
    const results = await Promise.allSettled([approveAs(two, id), approveAs(three, id), approveAs(two, id)])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const result of results)
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ status: 409, code: 'approval_settled' })
    expect((await policy()).limits).toEqual(wanted)
    const where = { action: 'wallet-policy.update', details: { path: ['approvalId'], equals: id } }
    expect(await prisma().auditEvent.count({ where })).toBe(1)
    await world.server.as(one.token).admins.delete({ id: three.id })
  })

  test('is not run again by a replay of the approval', async () => {
    const { id } = await ask()
    await approveAs(two, id)
    await expect(approveAs(two, id)).rejects.toMatchObject({ code: 'approval_settled' })
    await expect(one.client.approvals.collect({ id })).rejects.toMatchObject({ code: 'approval_not_collectable' })
  })

  test('is not approved without the password, nor with a wrong one', async () => {
    const { id } = await ask()
    const url = `/admin/approvals/${id}/approve`
    const without = await world.server.send('POST', url, { token: two.token, body: {} })
    expect([without.status, without.body.code]).toEqual([400, 'invalid_input'])
    await expect(two.client.approvals.approve({ id, currentPassword: 'wrong' })).rejects.toMatchObject({
      code: 'incorrect_password',
    })
    expect(await stateOf(id)).toBe('pending')
  })

  test('is not run after its requester was demoted, and says so', async () => {
    const asker = await world.newAdmin(`asker ${day}`, { role: 'operator' })
    const before = await policy()
    const { id } = await ask(asker)
    await prisma().admin.update({ where: { id: asker.id }, data: { role: 'support' } })
    await expect(approveAs(two, id)).rejects.toMatchObject({ status: 409, code: 'approval_not_run' })
    expect(await two.client.approvals.get({ id })).toMatchObject({
      state: 'failed',
      problem: 'It was not run: who asked for it may not make this call any more',
    })
    expect(await policy()).toEqual(before)
  })

  test.each([
    ['was deleted', { deletedAt: new Date() }],
    ['lost the app', { allApps: false, appIds: [] }],
  ])('is not run after its requester %s', async (_, data) => {
    const asker = await world.newAdmin(`asker ${day} ${Object.keys(data).join()}`, { role: 'operator' })
    const { id } = await ask(asker)
    await prisma().admin.update({ where: { id: asker.id }, data })
    await expect(approveAs(two, id)).rejects.toMatchObject({ code: 'approval_not_run' })
    expect(await stateOf(id)).toBe('failed')
  })

  test.each([
    ['an operator of another app', () => ({ role: 'operator', apps: [world.other.id] }), 404],
    ['an admin whose role is too low for the call', () => ({ role: 'support' }), 403],
  ])('is not approved, refused or seen by %s', async (name, rights, status) => {
    const stranger = await world.newAdmin(`stranger ${name.slice(3, 11)}`, rights())
    const { id } = await ask()
    await expect(approveAs(stranger, id)).rejects.toMatchObject({ status })
    await expect(stranger.client.approvals.refuse({ id, reason: 'no' })).rejects.toMatchObject({ status })
    await expect(stranger.client.approvals.get({ id })).rejects.toMatchObject({ status })
    expect(await stateOf(id)).toBe('pending')
  })

  test('is approved by an operator of its app, who was demoted in time: refused', async () => {
    const operator = await world.newAdmin(`of shop ${day}`, { role: 'operator', apps: [appId] })
    const first = await ask()
    expect(await approveAs(operator, first.id)).toMatchObject({ state: 'run' })
    const second = await ask()
    await prisma().admin.update({ where: { id: operator.id }, data: { role: 'viewer' } })
    await expect(approveAs(operator, second.id)).rejects.toMatchObject({ code: 'role_too_low' })
    expect(await stateOf(second.id)).toBe('pending')
  })

  test('is asked for by a service token, and never approved by one', async () => {
    const make = ({ client }: SignedIn, name: string, currentPassword: string) =>
      client.serviceTokens.create({ name, role: 'owner', expiresInDays: 1, currentPassword })
    const asking = await make(one, 'asks', ownPassword)
    const approving = await make(two, 'approves', password)
    const id = await asked(
      world.server.as(asking.token).walletPolicies.update({ appId, durableNonces: true, approvalReason }),
    )
    await expect(
      world.server.as(approving.token).approvals.approve({ id, currentPassword: password }),
    ).rejects.toMatchObject({ code: 'person_required' })
    await expect(world.server.as(approving.token).approvals.refuse({ id, reason: 'no' })).rejects.toMatchObject({
      code: 'person_required',
    })
    await expect(one.client.approvals.approve({ id, currentPassword: ownPassword })).rejects.toMatchObject({
      code: 'own_approval',
    })
    await one.client.serviceTokens.revoke({ id: asking.id })
    await expect(approveAs(two, id)).rejects.toMatchObject({ code: 'approval_not_run' })
    expect((await policy()).durableNonces).toBeUndefined()
  })

  test('is not run on a policy that was changed since', async () => {
    const [first, second] = [await ask(), await ask()]
    await approveAs(two, first.id)
    await expect(approveAs(two, second.id)).rejects.toMatchObject({ code: 'approval_not_run' })
    expect(await two.client.approvals.get({ id: second.id })).toMatchObject({ state: 'failed' })
    expect((await policy()).limits).toEqual(first.wanted)
  })

  test('ends without a decision in time, with a line of the audit trail', async () => {
    const { id } = await ask()
    await prisma().approval.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    expect(await two.client.approvals.get({ id })).toMatchObject({ state: 'expired', mayDecide: false })
    await expect(approveAs(two, id)).rejects.toMatchObject({ code: 'approval_settled' })
    await ask()
    const { data } = await one.client.audit.list({ targetId: id, action: 'approval.expire' })
    expect(data).toHaveLength(1)
  })

  test('is withdrawn by its requester alone, and refused by another with a reason', async () => {
    const [mine, theirs] = [await ask(), await ask()]
    await expect(two.client.approvals.withdraw({ id: mine.id })).rejects.toMatchObject({ code: 'approval_not_own' })
    expect(await one.client.approvals.withdraw({ id: mine.id })).toMatchObject({ state: 'withdrawn' })
    await expect(approveAs(two, mine.id)).rejects.toMatchObject({ code: 'approval_settled' })
    await two.client.approvals.refuse({ id: theirs.id, reason: 'Too much' })
    expect(await one.client.approvals.get({ id: theirs.id })).toMatchObject({ state: 'refused', refusal: 'Too much' })
    await expect(approveAs(two, theirs.id)).rejects.toMatchObject({ code: 'approval_settled' })
  })

  test('cannot be had around the app: the policy of a user waits too', async () => {
    const { id } = await signInAs(world.server, appId, `player ${day}`)
    const request = await asked(
      one.client.walletPolicies.updateOfUser({ appId, id, messageSigning: false, approvalReason }),
    )
    expect((await one.client.walletPolicies.getOfUser({ appId, id })).own).toEqual({})
    await approveAs(two, request)
    expect((await one.client.walletPolicies.getOfUser({ appId, id })).own).toEqual({ messageSigning: false })
  })
})
