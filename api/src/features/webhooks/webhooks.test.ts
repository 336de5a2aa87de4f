import { webhookBodies } from '@openauth/client'
import { describe, expect, test, vi } from 'vitest'
import { signInAs } from '../../testing.ts'
import { webhookWorld } from './webhooks.testing.ts'

const world = webhookWorld()
const patience = { timeout: 30_000, interval: 20 }
const until = (check: () => unknown) => vi.waitFor(check, patience)
const settled = async (key: { appId: string; id: string }, status: 'delivered' | 'failed' | 'pending') =>
  (await world.admin.webhooks.deliveries({ ...key, status })).data

test('a login is told to an endpoint, signed, and with what the schema of the event says', async () => {
  const { secret } = await world.connect({ events: ['user.login'] })
  const { id: userId } = await signInAs(world.server, world.app.id, 'ada')
  await until(() => expect(world.receiver.received).toHaveLength(1))
  const [received] = world.receiver.received
  expect(world.receiver.verify(received!, secret)).toEqual(received!.event)
  expect(received!.event).toMatchObject({
    type: 'user.login',
    appId: world.app.id,
    data: { userId, method: 'username' },
  })
  expect(received!.headers['content-type']).toBe('application/json')
})

test('the life of a user is told in its order, and nothing else', async () => {
  await world.connect({ orderedByUser: true })
  const { receiver, admin } = world
  const user = await signInAs(world.server, world.app.id, 'grace')
  const one = { appId: world.app.id, id: user.id }
  await user.client.account.profile()
  await admin.users.disable(one)
  await admin.users.enable(one)
  await admin.users.delete(one)
  await until(() => expect(receiver.of('user.deleted')).toHaveLength(1))
  const types = receiver.received.filter(({ event }) => event.data['userId'] === user.id).map(({ event }) => event.type)
  expect(types.filter((type) => type !== 'wallet.created')).toEqual([
    'user.created',
    'identity.bound',
    'user.login',
    'user.disabled',
    'session.revoked',
    'user.enabled',
    'user.deleted',
  ])
  for (const { event } of receiver.received) expect(webhookBodies[event.type]!.parse(event)).toEqual(event)
})

test('an endpoint gets the types that it chose, another all, one that is off and those of other apps nothing', async () => {
  const { receiver } = world
  const some = await world.connect({ events: ['user.created'], url: `${receiver.url}/some` })
  await world.connect({ url: `${receiver.url}/all` })
  await world.connect({ url: `${receiver.url}/off`, enabled: false })
  const { id: otherApp } = await world.admin.apps.create({ name: 'Another with webhooks' })
  await world.admin.webhooks.create({ appId: otherApp, url: `${receiver.url}/other` })
  await signInAs(world.server, world.app.id, 'mary')
  await until(() => expect(receiver.of('user.login')).toHaveLength(1))
  await until(async () => expect(await settled(some, 'delivered')).toHaveLength(1))
  const told = receiver.received.map(({ path, event }) => `${path.split('/').at(-1)} ${event.type}`)
  expect(told.toSorted()).toEqual(['all identity.bound', 'all user.created', 'all user.login', 'some user.created'])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(4)
  await world.admin.apps.delete({ id: otherApp })
})

describe('a delivery that fails', () => {
  test('is sent again with its id, and its attempts are shown', async () => {
    const key = await world.connect({ events: ['user.login'] })
    const answers = [500, 302, 204]
    world.receiver.answer = (_, response) =>
      response.writeHead(answers.shift()!, { location: '/elsewhere' }).end('the cause')
    await signInAs(world.server, world.app.id, 'hedy')
    for (const attempts of [1, 2]) {
      await until(async () => expect(await settled(key, 'pending')).toMatchObject([{ attempts }]))
      await world.hurry(key.id)
    }
    await until(async () => expect(await settled(key, 'delivered')).toMatchObject([{ attempts: 3 }]))
    const [first] = world.receiver.received
    expect(world.receiver.received.map(({ id, body, path }) => ({ id, body, path }))).toEqual(
      Array.from({ length: 3 }, () => ({ id: first!.id, body: first!.body, path: '/events' })),
    )
    const { log, body } = await world.admin.webhooks.delivery({ ...key, deliveryId: first!.id })
    expect(body).toBe(first!.body)
    expect(log.map(({ status, error, response }) => ({ status, error, response }))).toEqual([
      { status: 500, error: 'answered with status 500', response: 'the cause' },
      { status: 302, error: 'answered with a redirect (302), which is not followed', response: 'the cause' },
      { status: 204, error: null, response: null },
    ])
  })

  test('is failed after ten attempts, and a replay sends it again with its id', async () => {
    const key = await world.connect({ events: ['user.login'] })
    world.receiver.answer = (_, response) => response.writeHead(503).end()
    await signInAs(world.server, world.app.id, 'joan')
    await until(async () => {
      await world.hurry(key.id)
      expect(await settled(key, 'failed')).toMatchObject([{ attempts: 10, lastStatus: 503, nextAttemptAt: null }])
    })
    expect(world.receiver.received).toHaveLength(10)
    world.receiver.answer = (_, response) => response.writeHead(200).end('thanks')
    const from = Date.now() - 600_000
    expect(await world.admin.webhooks.replay({ ...key, from, status: 'failed' })).toEqual({ replayed: 1, more: false })
    await until(async () => expect(await settled(key, 'delivered')).toMatchObject([{ attempts: 1 }]))
    const deliveryId = world.receiver.received[0]!.id
    await world.admin.webhooks.replay({ ...key, deliveryId })
    await until(() => expect(world.receiver.received).toHaveLength(12))
    expect(new Set(world.receiver.received.map(({ id }) => id)).size).toBe(1)
  })

  test('waits as long as the endpoint asks for', async () => {
    const key = await world.connect({ events: ['user.login'] })
    world.receiver.answer = (_, response) => response.writeHead(429, { 'retry-after': '7200' }).end()
    await signInAs(world.server, world.app.id, 'jean')
    await until(async () => expect(await settled(key, 'pending')).toMatchObject([{ attempts: 1 }]))
    const [delivery] = await settled(key, 'pending')
    expect(delivery!.nextAttemptAt! - delivery!.createdAt).toBeGreaterThanOrEqual(7_200_000)
  })
})

test('an endpoint that answers 410 is switched off, and operators are told', async () => {
  const key = await world.connect({ events: ['user.login'] })
  world.receiver.answer = (_, response) => response.writeHead(410).end()
  await signInAs(world.server, world.app.id, 'rosa')
  await until(async () =>
    expect(await world.admin.webhooks.get(key)).toMatchObject({ enabled: false, disabledBecause: 'gone' }),
  )
  const items = await world.admin.attention.list({})
  expect(items.filter(({ code }) => code === 'webhook_disabled')).toMatchObject([
    { subject: key.id, data: { because: 'gone' } },
  ])
  const { data: lines } = await world.admin.audit.list({ action: 'webhook.switch-off' })
  expect(lines).toMatchObject([{ actor: 'server', targetId: key.id, details: { reason: 'gone' } }])
  world.receiver.answer = (_, response) => response.writeHead(204).end()
  expect(await world.admin.webhooks.update({ ...key, enabled: true })).toMatchObject({ disabledBecause: null })
})

test('an endpoint that has failed for five days is switched off; one that answers again is not', async () => {
  const key = await world.connect({ events: ['user.login'] })
  const { prisma } = world.server.resources.db
  const failFor = (days: number) =>
    prisma.webhook.update({ where: { id: key.id }, data: { failingSince: new Date(Date.now() - days * 86_400_000) } })
  const { id } = await signInAs(world.server, world.app.id, 'ida')
  await until(async () => expect(await settled(key, 'delivered')).toHaveLength(1))
  await failFor(6)
  await signInAs(world.server, world.app.id, 'ida again')
  await until(async () => expect((await world.admin.webhooks.get(key)).failingSince).toBeNull())
  await failFor(6)
  world.receiver.answer = (_, response) => response.writeHead(500).end()
  await signInAs(world.server, world.app.id, 'ida once more')
  await until(async () =>
    expect(await world.admin.webhooks.get(key)).toMatchObject({ enabled: false, disabledBecause: 'failing' }),
  )
  expect(id).toBeDefined()
})

describe('events of a user in their order', () => {
  test('wait for an earlier one that fails, and those of other users do not', async () => {
    const key = await world.connect({ orderedByUser: true, events: ['user.created', 'user.login', 'user.disabled'] })
    let isBroken = true
    world.receiver.answer = ({ event }, response) =>
      response.writeHead(isBroken && event.type === 'user.created' ? 500 : 204).end()
    const kay = await signInAs(world.server, world.app.id, 'kay')
    await world.admin.users.disable({ appId: world.app.id, id: kay.id })
    await until(async () => expect(await settled(key, 'pending')).toHaveLength(3))
    await world.hurry(key.id)
    await until(() => expect(world.receiver.received.length).toBeGreaterThanOrEqual(2))
    expect(new Set(world.receiver.received.map(({ event }) => event.type))).toEqual(new Set(['user.created']))
    isBroken = false
    // An attempt that was under way puts its next one off for minutes when it ends.
    await until(async () => {
      await world.hurry(key.id)
      expect(await settled(key, 'delivered')).toHaveLength(3)
    })
    const types = world.receiver.received.map(({ event }) => event.type)
    expect(types.slice(types.lastIndexOf('user.created'))).toEqual(['user.created', 'user.login', 'user.disabled'])
  })
})

test('a dead endpoint does not delay another', async () => {
  const dead = await world.connect({ url: `${world.receiver.url}/dead` })
  const live = await world.connect({ url: `${world.receiver.url}/live` })
  const held: (() => void)[] = []
  world.receiver.answer = ({ path }, response) => {
    if (path.endsWith('/dead')) held.push(() => response.writeHead(204).end())
    else response.writeHead(204).end()
  }
  for (let index = 0; index < 15; index += 1) await signInAs(world.server, world.app.id, `crowd ${index}`)
  await until(async () => expect((await settled(live, 'delivered')).length).toBe(20))
  const { data } = await world.admin.webhooks.deliveries({ ...live, status: 'pending' })
  await until(async () => expect(await settled(live, 'pending')).toEqual([]))
  expect(data.length).toBeLessThanOrEqual(45)
  expect(await settled(dead, 'delivered')).toEqual([])
  world.receiver.answer = (_, response) => response.writeHead(204).end()
  held.forEach((release) => release())
})
