import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  approvalReason,
  type ApprovalWorld,
  approveAs,
  asked,
  type SignedIn,
  startApprovalWorld,
} from './approvals.testing.ts'

let world: ApprovalWorld
let one: SignedIn
let two: SignedIn
let appId: string
beforeAll(async () => {
  world = await startApprovalWorld()
  ;({ one, two } = world)
  appId = world.app.id
  await world.hold('policies')
  await approveAs(two, (await ask()).id)
})
afterAll(() => world.server.stop())

const prisma = () => world.server.resources.db.prisma
const policy = async () => (await one.client.walletPolicies.get({ appId })).own
let day = 1000
const ask = async () => {
  day += 1
  const limits = [{ token: 'solana:native', perTransaction: null, perDay: String(day) }]
  return { id: await asked(one.client.walletPolicies.update({ appId, limits, approvalReason })) }
}
const stateOf = async (id: string) => (await prisma().approval.findUniqueOrThrow({ where: { id } })).state

describe('a request', () => {
  test.each([
    ['what its approver is shown', { changes: [] }],
    ['the app', () => ({ appId: world.other.id })],
    ['the call', { call: 'walletPolicies.updateOfUser' }],
    ['the requester', () => ({ requestedById: two.id })],
    ['the version', { version: 'none' }],
    [
      'the seal',
      async () => ({ sealed: (await prisma().approval.findFirstOrThrow({ where: { state: 'run' } })).sealed }),
    ],
  ])('is not run where %s was changed in the database', async (what, given) => {
    const { id } = await ask()
    const before = await policy()
    await prisma().approval.update({
      where: { id },
      data: await (typeof given === 'function' ? given() : given),
    })
    const approver = what === 'the requester' ? await world.newAdmin(`other ${day}`, { role: 'owner' }) : two
    await expect(approveAs(approver, id)).rejects.toMatchObject({ code: 'approval_altered' })
    expect([await policy(), await stateOf(id)]).toEqual([before, 'failed'])
    if (approver !== two) await one.client.admins.delete({ id: approver.id })
  })
})
