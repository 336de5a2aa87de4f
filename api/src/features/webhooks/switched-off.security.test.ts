import { expect, test, vi } from 'vitest'
import { webhookWorld } from './webhooks.testing.ts'

const world = webhookWorld()
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 })

/** More than one claim takes. */
const MANY = 600

/** Events that wait, as after hours in which an endpoint did not answer. */
const waitingFor = (webhookId: string) =>
  world.server.resources.db.prisma.webhookDelivery.createMany({
    data: Array.from({ length: MANY }, (_, index) => ({ webhookId, type: 'user.login', data: { index } })),
  })
const countPending = (webhookId: string) =>
  world.server.resources.db.prisma.webhookDelivery.count({ where: { webhookId, status: 'pending' } })

/** Holds every answer; `release` lets those go that came, and those to come. */
const holdAnswers = (status: number) => {
  const held: (() => void)[] = []
  world.receiver.answer = (_, response) => held.push(() => response.writeHead(status).end())
  return {
    held,
    release: () => {
      world.receiver.answer = (_, response) => response.writeHead(status).end()
      held.forEach((answer) => answer())
    },
  }
}

/** Nothing is under way any more, and the outbox was looked at since. */
const isQuiet = async (webhookId: string) => {
  const before = await countPending(webhookId)
  const received = world.receiver.received.length
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect([await countPending(webhookId), world.receiver.received.length]).toEqual([before, received])
}

test('an endpoint that is switched off while thousands wait gets no more than what was under way', async () => {
  const key = await world.connect()
  const { held, release } = holdAnswers(204)
  await waitingFor(key.id)
  await until(() => expect(held).toHaveLength(32))
  await world.admin.webhooks.update({ ...key, enabled: false })
  release()
  await until(() => isQuiet(key.id))
  expect(world.receiver.received).toHaveLength(32)
  expect(await countPending(key.id)).toBe(MANY - 32)
})

test('an address gets no more than what was under way once the endpoint has another, which gets the rest, by a new secret', async () => {
  const key = await world.connect()
  const { held, release } = holdAnswers(204)
  await waitingFor(key.id)
  await until(() => expect(held).toHaveLength(32))
  const { secret } = await world.admin.webhooks.rotate({ ...key, overlapSeconds: 0 })
  await world.admin.webhooks.update({ ...key, url: `${world.receiver.url}/moved` })
  // What is opened of secrets is kept for a second.
  await new Promise((resolve) => setTimeout(resolve, 1100))
  release()
  await until(async () => expect(await countPending(key.id)).toBe(0))
  const moved = world.receiver.received.filter(({ path }) => path === '/events/moved')
  expect([world.receiver.received.length - moved.length, moved.length]).toEqual([32, MANY - 32])
  for (const each of moved) expect(world.receiver.verify(each, secret)).toEqual(each.event)
})

test('an endpoint that answers 410 while thousands wait gets no more than what was under way', async () => {
  const key = await world.connect()
  const { held, release } = holdAnswers(410)
  await waitingFor(key.id)
  await until(() => expect(held).toHaveLength(32))
  release()
  await until(async () => expect((await world.admin.webhooks.get(key)).disabledBecause).toBe('gone'))
  await until(() => isQuiet(key.id))
  expect(world.receiver.received.length).toBeLessThan(64)
})

test.each([
  ['410', 410],
  ['an error', 500],
])(
  'an address that answers %s late, when the endpoint has another, neither switches it off nor counts for it',
  async (_, status) => {
    const key = await world.connect()
    const { held, release } = holdAnswers(status)
    await world.server.resources.db.prisma.webhookDelivery.create({
      data: { webhookId: key.id, type: 'user.login', data: {} },
    })
    await until(() => expect(held).toHaveLength(1))
    await world.admin.webhooks.update({ ...key, url: `${world.receiver.url}/moved` })
    release()
    await until(async () => expect((await world.admin.webhooks.deliveries(key)).data[0]!.attempts).toBe(1))
    await until(() => isQuiet(key.id))
    expect(await world.admin.webhooks.get(key)).toMatchObject({
      enabled: true,
      disabledBecause: null,
      failingSince: null,
    })
  },
)

test('an endpoint of an app that is deleted while thousands wait gets no more than what was under way', async () => {
  const { id: appId } = await world.admin.apps.create({ name: 'Deleted with webhooks' })
  const { id } = await world.admin.webhooks.create({ appId, url: world.receiver.url })
  const { held, release } = holdAnswers(204)
  await waitingFor(id)
  await until(() => expect(held).toHaveLength(32))
  await world.admin.apps.delete({ id: appId })
  release()
  await until(() => isQuiet(id))
  expect(world.receiver.received).toHaveLength(32)
})
