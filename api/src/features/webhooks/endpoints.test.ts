import { webhookEventTypes } from '@openauth/client'
import { describe, expect, test, vi } from 'vitest'
import { signInAs } from '../../testing.ts'
import { purgeDeliveries } from './purge.ts'
import { webhookWorld } from './webhooks.testing.ts'

const world = webhookWorld()
const patience = { timeout: 30_000, interval: 20 }
const until = (check: () => unknown) => vi.waitFor(check, patience)
const settled = async (key: { appId: string; id: string }, status: 'delivered' | 'failed' | 'pending') =>
  (await world.admin.webhooks.deliveries({ ...key, status })).data

test('a test event is sent at once, also to an endpoint that is off, and is not repeated', async () => {
  const key = await world.connect({ enabled: false })
  expect(await world.admin.webhooks.test(key)).toMatchObject({
    status: 'delivered',
    type: 'webhook.test',
    lastStatus: 204,
  })
  world.receiver.answer = (_, response) => response.writeHead(404).end('no such path')
  expect(await world.admin.webhooks.test(key)).toMatchObject({
    status: 'failed',
    lastError: 'answered with status 404',
    log: [{ response: 'no such path' }],
  })
  expect(webhookEventTypes).not.toContain('webhook.test')
})

test('a rotated secret signs beside the former one until that expires, and alone then', async () => {
  const key = await world.connect({})
  const { secret, previousExpiresAt } = await world.admin.webhooks.rotate({ ...key, overlapSeconds: 3600 })
  expect(await world.admin.webhooks.get(key)).toMatchObject({ previousExpiresAt })
  await world.admin.webhooks.test(key)
  expect(await world.admin.webhooks.secret(key)).toEqual({ secret })
  const { verify, received } = world.receiver
  for (const each of [secret, key.secret]) expect(() => verify(received[0]!, each)).not.toThrow()
  const { secret: third } = await world.admin.webhooks.rotate({ ...key, overlapSeconds: 0 })
  await world.admin.webhooks.test(key)
  expect(() => verify(received[1]!, third)).not.toThrow()
  for (const each of [secret, key.secret]) expect(() => verify(received[1]!, each)).toThrow('No matching signature')
})

test('a change of an endpoint is audited, and refused to who has not seen it', async () => {
  const key = await world.connect({ events: ['user.login'] })
  const { updatedAt } = await world.admin.webhooks.get(key)
  await world.admin.webhooks.update({ ...key, events: [], description: 'For the CRM', expectedUpdatedAt: updatedAt })
  const { data } = await world.admin.audit.list({ action: 'webhook.update', targetId: key.id })
  expect(data).toMatchObject([
    { details: { changed: ['description', 'events'], before: { events: ['user.login'] }, after: { events: [] } } },
  ])
  await expect(
    world.admin.webhooks.update({ ...key, enabled: false, expectedUpdatedAt: updatedAt }),
  ).rejects.toMatchObject({
    code: 'changed_meanwhile',
  })
})

test('a page of deliveries leads to the next', async () => {
  const key = await world.connect({ enabled: false })
  for (let index = 0; index < 3; index += 1) await world.admin.webhooks.test(key)
  const first = await world.admin.webhooks.deliveries({ ...key, limit: 2 })
  const second = await world.admin.webhooks.deliveries({ ...key, limit: 2, before: first.meta.nextBefore! })
  expect([first.data.length, second.data.length, second.meta.nextBefore]).toEqual([2, 1, null])
  expect(new Set([...first.data, ...second.data].map(({ id }) => id)).size).toBe(3)
})

describe('housekeeping', () => {
  const later = () => new Date(Date.now() + 15 * 86_400_000)
  const left = async (webhookId: string) =>
    world.server.resources.db.prisma.webhookDelivery.count({ where: { webhookId } })

  test('deletes settled deliveries after 14 days, those above the limit, and those of no endpoint', async () => {
    const { db } = world.server.resources
    const key = await world.connect({ enabled: false })
    for (let index = 0; index < 3; index += 1) await world.admin.webhooks.test(key)
    await purgeDeliveries(db, new Date())
    expect(await left(key.id)).toBe(3)
    await purgeDeliveries(db, new Date(), { most: 2 })
    expect(await left(key.id)).toBe(2)
    await purgeDeliveries(db, later())
    expect(await left(key.id)).toBe(0)
    const { id } = await db.prisma.webhookDelivery.create({
      data: { webhookId: world.app.id, type: 'user.login', data: {} },
    })
    await purgeDeliveries(db, new Date())
    expect(await db.prisma.webhookDelivery.count({ where: { id } })).toBe(0)
  })

  test('keeps what waits for an endpoint that is on', async () => {
    const { db } = world.server.resources
    const key = await world.connect({ events: ['user.login'] })
    world.receiver.answer = (_, response) => response.writeHead(500).end()
    await signInAs(world.server, world.app.id, 'waiting')
    await until(async () => expect(await settled(key, 'pending')).toMatchObject([{ attempts: 1 }]))
    await purgeDeliveries(db, later())
    expect(await left(key.id)).toBe(1)
    await world.admin.webhooks.update({ ...key, enabled: false })
    await purgeDeliveries(db, later())
    expect(await left(key.id)).toBe(0)
  })
})
