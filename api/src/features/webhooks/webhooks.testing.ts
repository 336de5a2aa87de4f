import { afterAll, afterEach, beforeAll } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'
import { type Receiver, startReceiver } from './receiver.testing.ts'

export interface WebhookWorld {
  server: TestServer
  admin: ReturnType<TestServer['as']>
  app: TestApp
  receiver: Receiver
  /** An endpoint of the app at the receiver, or as given. It is removed after the test. */
  connect: (given?: object) => Promise<{ id: string; secret: string; appId: string }>
  /** Makes what waits of an endpoint due now, as if its time had come; not what is under way. */
  hurry: (webhookId: string) => Promise<void>
}

/** A server with an app, and a partner's endpoint beside it. */
export const webhookWorld = (environment: Record<string, string> = {}): WebhookWorld => {
  const world = {} as WebhookWorld
  const made: { appId: string; id: string }[] = []
  beforeAll(async () => {
    world.receiver = await startReceiver()
    world.server = await testServer({
      OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1',
      OPENAUTH_RATE_LIMIT_SCALE: '0',
      ...environment,
    })
    const token = await signInAsAdmin(world.server)
    world.admin = world.server.as(token)
    world.app = await createTestApp(world.server, token, 'Webhooks')
  })
  afterEach(async () => {
    for (const key of made.splice(0)) await world.admin.webhooks.delete(key).catch(() => {})
    world.receiver.received.length = 0
    world.receiver.answer = (_, response) => response.writeHead(204).end()
  })
  afterAll(async () => {
    await world.server.stop()
    await world.receiver.stop()
  })
  world.connect = async (given = {}) => {
    const appId = world.app.id
    const { id, secret } = await world.admin.webhooks.create({ appId, url: world.receiver.url, ...given })
    made.push({ appId, id })
    return { id, secret, appId }
  }
  world.hurry = async (webhookId) => {
    // What is under way is due again a minute after it was claimed; no delay between attempts is near that.
    await world.server.resources.db.prisma.$executeRaw`
      UPDATE "WebhookDelivery" SET "dueAt" = now() WHERE "webhookId" = ${webhookId}::uuid AND status = 'pending'
        AND "dueAt" NOT BETWEEN now() + interval '20 seconds' AND now() + interval '70 seconds'`
  }
  return world
}
