import { webhookBodies } from '@openauth/client'
import { expect, test, vi } from 'vitest'
import { signInAs } from '../../testing.ts'
import { webhookWorld } from './webhooks.testing.ts'

const world = webhookWorld()
const arrived = async (type: string, count = 1) => {
  const check = () => expect(world.receiver.of(type)).toHaveLength(count)
  await vi.waitFor(check, { timeout: 30_000, interval: 20 })
  for (const { event } of world.receiver.received) expect(webhookBodies[event.type]!.parse(event)).toEqual(event)
  return world.receiver.of(type)
}

test('a refusal of the rules is told with its rule', async () => {
  const { admin, app, server } = world
  await world.connect({ events: ['policy.refused'] })
  const { id: userId, client } = await signInAs(server, app.id, 'refused')
  await admin.walletPolicies.update({ appId: app.id, messageSigning: false })
  await expect(client.solana.signMessage({ message: 'hello' })).rejects.toMatchObject({ code: 'policy_refused' })
  expect(await arrived('policy.refused')).toEqual([
    { userId, rule: 'messageSigning', message: 'messages are not signed', network: null },
  ])
})

test('a task and a claim of rings are told once', async () => {
  const { admin, app, server } = world
  await world.connect({ events: ['task.done', 'rings.claimed'] })
  const { id: userId, client } = await signInAs(server, app.id, 'player')
  const code = { appId: app.id, title: 'Code', reward: 7, check: { kind: 'code' } } as const
  const { id: taskId, key: taskKey } = await admin.gameTasks.create(code)
  const { codes } = await admin.gameTasks.createCodes({ appId: app.id, id: taskId, count: 1 })
  for (let time = 0; time < 2; time += 1) await client.game.verifyAction({ taskId, code: codes[0]! })
  await client.game.claimRings({})
  expect(await arrived('task.done')).toEqual([{ userId, taskId, taskKey, period: '', reward: 7 }])
  const [claim] = await arrived('rings.claimed')
  expect(claim).toEqual({ userId, rings: 7, claimId: null })
})

test('each change of a send is told, also of a payment without a user', async () => {
  const { app, server } = world
  const { prisma } = server.resources.db
  await world.connect({ events: ['transaction.state'], orderedByUser: true })
  const { id: userId } = await signInAs(server, app.id, 'sender')
  const about = { appId: app.id, chain: 'solana', network: 'solana', kind: 'transfer', rpcUrl: 'x' } as const
  for (const owner of [userId, null]) {
    const { id } = await prisma.transaction.create({ data: { ...about, userId: owner, fromAddress: 'a' } })
    for (const status of ['submitted', 'submitted', 'confirmed'] as const)
      await prisma.transaction.update({ where: { id }, data: { status, settledAt: new Date() } })
  }
  const told = await arrived('transaction.state', 4)
  expect(told.map((data) => `${data['userId'] === userId} ${String(data['status'])}`).toSorted()).toEqual([
    'false confirmed',
    'false submitted',
    'true confirmed',
    'true submitted',
  ])
})

test('wallets are told when they are made, and identities when they are removed', async () => {
  const { app, server } = world
  await world.connect({ events: ['wallet.created', 'identity.unbound', 'session.revoked'] })
  const { id: userId, client } = await signInAs(server, app.id, 'walletless')
  const { solWallet } = await client.account.wallets()
  const wallets = await arrived('wallet.created', 3)
  expect(wallets).toContainEqual({ userId, chain: 'solana', address: solWallet })
  const { prisma } = server.resources.db
  await prisma.identity.deleteMany({ where: { userId } })
  await prisma.session.deleteMany({ where: { userId } })
  expect(await arrived('identity.unbound')).toEqual([{ userId, provider: 'username' }])
  expect((await arrived('session.revoked')).map((data) => data['userId'])).toEqual([userId])
})

test('a session that has expired was revoked by nobody', async () => {
  const { app, server } = world
  const { prisma } = server.resources.db
  const key = await world.connect({ events: ['session.revoked'] })
  const { id: userId } = await signInAs(server, app.id, 'expired')
  await prisma.session.updateMany({ where: { userId }, data: { expiresAt: new Date(0) } })
  await prisma.session.deleteMany({ where: { userId } })
  expect(await prisma.webhookDelivery.count({ where: { webhookId: key.id } })).toBe(0)
})

test('an event of a transaction that is rolled back is never told', async () => {
  const { app, server } = world
  const key = await world.connect({ events: ['user.created'] })
  const { prisma } = server.resources.db
  const data = { appId: app.id, referCode: 'ROLLBACK' }
  const work = prisma.$transaction(async (tx) => {
    await tx.user.create({ data })
    expect(await tx.webhookDelivery.count({ where: { webhookId: key.id } })).toBe(1)
    throw new Error('changed my mind')
  })
  await expect(work).rejects.toThrow('changed my mind')
  expect(await prisma.webhookDelivery.count({ where: { webhookId: key.id } })).toBe(0)
})
