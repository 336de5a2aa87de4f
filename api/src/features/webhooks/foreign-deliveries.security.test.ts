import { expect, test } from 'vitest'
import { webhookWorld } from './webhooks.testing.ts'

const world = webhookWorld()

test('a delivery of another app is neither shown nor replayed by its id through an endpoint of the own app', async () => {
  const { prisma } = world.server.resources.db
  const { admin } = world
  const own = await world.connect({ enabled: false })
  const { id: appId } = await admin.apps.create({ name: 'Of somebody else' })
  const { id } = await admin.webhooks.create({ appId, url: world.receiver.url, enabled: false })
  const { id: deliveryId } = await admin.webhooks.test({ appId, id })
  const rights = { username: 'of one app', password: 'long enough to log in' }
  await admin.admins.create({ ...rights, role: 'operator', apps: [own.appId] })
  const operator = world.server.as((await world.server.as().setup.login(rights)).token)
  const absent = { status: 404, code: 'delivery_not_found' }
  await expect(operator.webhooks.delivery({ ...own, deliveryId })).rejects.toMatchObject(absent)
  await expect(operator.webhooks.replay({ ...own, deliveryId })).rejects.toMatchObject(absent)
  // Nor by a time.
  expect(await operator.webhooks.replay({ ...own, from: 0 })).toEqual({ replayed: 0, more: false })
  expect(await prisma.webhookDelivery.findUniqueOrThrow({ where: { id: deliveryId } })).toMatchObject({
    status: 'delivered',
  })
})
