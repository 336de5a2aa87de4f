import { fourEyesKinds } from '@openauth/client'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { recoveryClient } from '../recovery/recovery.testing.ts'
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
let id: string
beforeAll(async () => {
  world = await startApprovalWorld({ OPENAUTH_CONSOLE: 'on' })
  ;({ one, two } = world)
  id = world.app.id
})
afterAll(() => world.server.stop())
const prisma = () => world.server.resources.db.prisma
beforeEach(() => world.hold(...fourEyesKinds))

describe('secrets', () => {
  test('a reveal is for its requester alone, once, and not for the approver', async () => {
    const request = await asked(one.client.apps.secret({ id, approvalReason }))
    await expect(one.client.approvals.collect({ id: request })).rejects.toMatchObject({
      code: 'approval_not_collectable',
    })
    expect(JSON.stringify(await approveAs(two, request))).not.toContain(world.app.secret)
    const { answer } = await one.client.approvals.collect({ id: request })
    expect(answer).toMatchObject({ appSecret: world.app.secret })
    await expect(one.client.approvals.collect({ id: request })).rejects.toMatchObject({
      code: 'approval_not_collectable',
    })
  })

  test('two collections at once show it once', async () => {
    const request = await asked(one.client.apps.secret({ id, approvalReason }))
    await approveAs(two, request)
    const collect = () => one.client.approvals.collect({ id: request })
    const results = await Promise.allSettled([collect(), collect(), collect()])
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('what was approved and not collected in time is gone', async () => {
    const request = await asked(one.client.apps.secret({ id, approvalReason }))
    const { expiresAt } = await approveAs(two, request)
    expect(expiresAt - Date.now()).toBeLessThanOrEqual(15 * 60_000)
    await prisma().approval.update({ where: { id: request }, data: { expiresAt: new Date(0) } })
    await expect(one.client.approvals.collect({ id: request })).rejects.toMatchObject({
      code: 'approval_not_collectable',
    })
  })

  test('it is not shown once its approver was demoted', async () => {
    const approver = await world.newAdmin('approver for a while', { role: 'operator' })
    const request = await asked(one.client.apps.secret({ id, approvalReason }))
    await approveAs(approver, request)
    await prisma().admin.update({ where: { id: approver.id }, data: { role: 'viewer' } })
    await expect(one.client.approvals.collect({ id: request })).rejects.toMatchObject({ code: 'approval_not_run' })
  })

  test('what a service token asked for is not collected by a person, nor by another token', async () => {
    const make = (name: string) =>
      one.client.serviceTokens.create({ name, role: 'operator', expiresInDays: 1, currentPassword: ownPassword })
    const [first, second] = [await make('first'), await make('second')]
    const request = await asked(world.server.as(first.token).apps.secret({ id, approvalReason }))
    await approveAs(two, request)
    for (const client of [one.client, world.server.as(second.token)])
      await expect(client.approvals.collect({ id: request })).rejects.toMatchObject({ code: 'approval_not_own' })
    expect((await world.server.as(first.token).approvals.collect({ id: request })).answer).toMatchObject({
      appSecret: world.app.secret,
    })
  })

  test('a list of apps reveals no credential around it, to no role', async () => {
    await world.hold()
    await one.client.apps.update({ id, googleClientSecret: 'a stored secret' })
    expect((await one.client.apps.get({ id })).googleClientSecret).toBe('a stored secret')
    await world.hold('secrets')
    const answers = [
      await one.client.apps.get({ id }),
      await one.client.apps.list(),
      await one.client.apps.update({ id, description: 'Toys' }),
    ]
    expect(JSON.stringify(answers)).not.toContain('a stored secret')
  })
})

describe('key export and login providers', () => {
  test('to switch key export on waits, by each way; to switch it off does not', async () => {
    await world.hold('keyExport')
    const request = await asked(one.client.apps.update({ id, privateKeyExportEnabled: true, approvalReason }))
    expect((await one.client.apps.get({ id })).privateKeyExportEnabled).toBe(false)
    await approveAs(two, request)
    expect((await one.client.apps.get({ id })).privateKeyExportEnabled).toBe(true)
    // What does not change does not wait.
    await one.client.apps.update({ id, privateKeyExportEnabled: true, description: 'A shop' })
    await one.client.apps.update({ id, privateKeyExportEnabled: false })
    const policies = one.client.walletPolicies
    await policies.update({ appId: id, privateKeyExport: false, messageSigning: false })
    for (const privateKeyExport of [true, null])
      await asked(policies.update({ appId: id, privateKeyExport, approvalReason }))
  })

  test('a credential of a login provider is stored sealed, and shown as a digest that tells it from another', async () => {
    const change = (telegramBotToken: string) => asked(one.client.apps.update({ id, telegramBotToken, approvalReason }))
    const [mine, other] = [await change('123:of the shop'), await change('123:of an attacker')]
    const shown = await Promise.all(
      [mine, other].map(async (request) => (await two.client.approvals.get({ id: request })).changes[0]!),
    )
    expect(shown[0]).toMatchObject({ name: 'telegramBotToken', isDigest: true })
    expect(shown[0]!.after).not.toBe(shown[1]!.after)
    await approveAs(two, mine)
    await world.hold()
    expect((await one.client.apps.get({ id })).telegramBotToken).toBe('123:of the shop')
  })

  test('names, texts and other settings do not wait', async () => {
    await one.client.apps.update({ id, description: 'Toys for everybody', usernameEnabled: true })
    expect((await one.client.apps.get({ id })).description).toBe('Toys for everybody')
  })
})

describe('ways around', () => {
  test('an owner does not make a second account to approve by', async () => {
    await world.hold('policies')
    const given = { username: 'myself again', password, currentPassword: ownPassword }
    await asked(one.client.admins.create({ ...given, approvalReason }))
    await asked(
      one.client.adminInvitations.create({ email: 'me@example.com', role: 'owner', apps: null, approvalReason }),
    )
    expect((await one.client.admins.list()).map(({ username }) => username)).not.toContain('myself again')
  })

  test('an owner does not take over the account of the other', async () => {
    await asked(one.client.admins.update({ id: two.id, password: 'known to the first', approvalReason }))
    await asked(one.client.secondFactor.reset({ id: two.id, currentPassword: ownPassword, approvalReason }))
    const operator = await world.newAdmin('raised', { role: 'viewer' })
    await asked(one.client.admins.update({ id: operator.id, role: 'operator', approvalReason }))
    expect((await one.client.admins.get({ id: operator.id })).role).toBe('viewer')
    await world.server.as().setup.login({ username: 'second', password })
  })

  test('the own password does not wait', async () => {
    const admin = await world.newAdmin('changes own', { role: 'viewer' })
    const given = { password: 'another long one', currentPassword: password }
    expect(await admin.client.admins.update({ id: admin.id, ...given })).toMatchObject({ id: admin.id })
  })

  test('an operator does not approve what only an owner may do', async () => {
    const operator = await world.newAdmin('an operator', { role: 'operator' })
    const request = await asked(one.client.admins.update({ id: operator.id, role: 'owner', approvalReason }))
    await expect(approveAs(operator, request)).rejects.toMatchObject({ code: 'approval_not_found' })
  })

  test('an admin who may not change others is refused, and not held', async () => {
    const viewer = await world.newAdmin('a viewer', { role: 'viewer' })
    await expect(viewer.client.admins.update({ id: viewer.id, role: 'owner', approvalReason })).rejects.toMatchObject({
      code: 'role_too_low',
    })
  })

  test('the setting is not switched off by one owner; to hold more is at once', async () => {
    await world.hold('policies')
    const request = await asked(two.client.fourEyes.update({ kinds: [], approvalReason }))
    expect(await one.client.fourEyes.update({ kinds: ['policies', 'secrets'] })).toMatchObject({
      kinds: ['policies', 'secrets'],
      held: ['policies', 'secrets', 'access', 'restore', 'setting'],
    })
    // What is held changed since.
    await expect(one.client.approvals.approve({ id: request, currentPassword: ownPassword })).rejects.toMatchObject({
      code: 'approval_not_run',
    })
    const again = await asked(two.client.fourEyes.update({ kinds: [], approvalReason: 'over' }))
    await one.client.approvals.approve({ id: again, currentPassword: ownPassword })
    expect((await one.client.fourEyes.get()).kinds).toEqual([])
  })

  test('nobody is left alone: two owners stay while calls wait', async () => {
    await expect(one.client.admins.delete({ id: two.id })).rejects.toMatchObject({ code: 'last_approver' })
    const request = await asked(one.client.admins.update({ id: two.id, role: 'operator', approvalReason }))
    await prisma().approval.update({ where: { id: request }, data: { state: 'withdrawn' } })
    await world.hold()
    const owners = (await one.client.admins.list()).filter(({ role }) => role === 'owner')
    await prisma().admin.updateMany({
      where: { id: { in: owners.map((each) => each.id), not: one.id } },
      data: { role: 'operator' },
    })
    await expect(one.client.fourEyes.update({ kinds: ['policies'] })).rejects.toMatchObject({ code: 'no_second_admin' })
    await prisma().admin.updateMany({ where: { id: { in: owners.map((each) => each.id) } }, data: { role: 'owner' } })
  })

  test('a restore, which would bring another setting, waits for a second owner', async () => {
    await world.hold('policies')
    const mine = recoveryClient(world.server.url, one.token)
    const { installation } = await one.client.database.status()
    await expect(mine.begin(installation)).rejects.toMatchObject({ code: 'approval_reason_required' })
    await expect(mine.begin(installation, { approvalReason })).rejects.toMatchObject({ code: 'approval_required' })
    const { data } = await two.client.approvals.list({ state: 'pending' })
    const request = data.find(({ call }) => call === 'recovery.restore')!
    expect(request).toMatchObject({ kinds: ['restore'], appId: null, mayDecide: true })
    await approveAs(two, request.id)
    await expect(mine.begin(installation, { replacesOther: true })).rejects.toMatchObject({
      code: 'approval_reason_required',
    })
    const theirs = recoveryClient(world.server.url, two.token, password)
    await expect(theirs.begin(installation)).rejects.toMatchObject({ code: 'approval_reason_required' })
    const restore = await mine.begin(installation)
    await mine.abort(restore)
    await expect(mine.begin(installation)).rejects.toMatchObject({ code: 'approval_reason_required' })
    expect(await one.client.approvals.get({ id: request.id })).toMatchObject({ state: 'run' })
  })

  test('no request survives a restore: one that was refused since would wait again', async () => {
    const { leftOut } = await import('../recovery/left-out.ts')
    expect(leftOut).toHaveProperty('Approval')
  })
})

test('who may decide is told by the list of what needs attention, and the requester what to collect', async () => {
  const request = await asked(one.client.apps.secret({ id, approvalReason }))
  const codes = async ({ client }: SignedIn) => (await client.attention.list()).map(({ code }) => code)
  expect(await codes(two)).toContain('approvals_pending')
  await approveAs(two, request)
  expect(await codes(one)).toContain('approval_to_collect')
})
