import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createGuardedPost } from '../../lib/guarded-post.ts'
import { newWebhookSecret, webhookHeaders } from '../../lib/webhook-signature.ts'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from '../../testing.ts'
import { webhookWorld } from './webhooks.testing.ts'

const world = webhookWorld()
const until = (check: () => unknown) => vi.waitFor(check, { timeout: 30_000, interval: 20 })

describe('an endpoint that would make the server call what is not public', () => {
  let server: TestServer
  let admin: ReturnType<TestServer['as']>
  let appId: string
  beforeAll(async () => {
    server = await testServer()
    const token = await signInAsAdmin(server)
    admin = server.as(token)
    appId = (await createTestApp(server, token, 'Forgeries')).id
  })
  afterAll(() => server.stop())

  test.each([
    ['a private IPv4 address', 'https://10.0.0.1/'],
    ['the metadata service of clouds', 'https://169.254.169.254/latest/meta-data'],
    ['loopback in decimal', 'https://2130706433/'],
    ['loopback in hex', 'https://0x7f000001/'],
    ['loopback in octal', 'https://0177.0.0.1/'],
    ['IPv6 loopback', 'https://[::1]/'],
    ['an IPv4 address in IPv6', 'https://[::ffff:127.0.0.1]/'],
    ['a NAT64 address', 'https://[64:ff9b::7f00:1]/'],
    ['a unique local IPv6 address', 'https://[fd00::1]/'],
    ['the name of this machine', 'https://localhost/'],
    ['a name below it', 'https://db.localhost/'],
    ['loopback without TLS', 'http://127.0.0.1:5432/'],
    ['another port', 'https://partner.example:6379/'],
    ['plain http', 'http://partner.example/'],
    ['credentials', 'https://user:password@partner.example/'],
    ['another scheme', 'file:///etc/passwd'],
  ])('is refused: %s', async (_, url) => {
    const refused = { code: 'invalid_input', issues: [expect.objectContaining({ path: 'url' })] }
    await expect(admin.webhooks.create({ appId, url })).rejects.toMatchObject(refused)
    const { id } = await admin.webhooks.create({ appId, url: 'https://partner.example/', enabled: false })
    await expect(admin.webhooks.update({ appId, id, url })).rejects.toMatchObject(refused)
    await admin.webhooks.delete({ appId, id })
  })
})

describe('a name that is public when it is entered', () => {
  const event = { body: '{}', headers: {} }
  const posting = (resolve: () => Promise<string[]>, allow: string[] = []) =>
    createGuardedPost({ allow, resolve, timeoutMs: 10_000, readBytes: 100 })

  test.each([['127.0.0.1'], ['169.254.169.254'], ['::1'], ['::ffff:10.0.0.1'], ['fe80::1'], ['fd00::1']])(
    'and resolves to %s later is not called',
    async (address) => {
      for (const addresses of [[address], ['93.184.215.14', address]])
        await expect(posting(async () => addresses).post('https://partner.example/', event)).rejects.toThrow(
          'is not on the public internet',
        )
    },
  )

  test('and changes between check and connection is called at the checked address, and at no other over a kept connection', async () => {
    const answers = [['127.0.0.1'], ['10.0.0.1']]
    const { post, close } = posting(async () => answers.shift()!, ['127.0.0.1'])
    const { port } = new URL(world.receiver.url)
    const url = `http://partner.example:${port}/events`
    expect(await post(url, event)).toMatchObject({ status: 204 })
    await expect(post(url, event)).rejects.toThrow('is not an https address')
    expect(world.receiver.received).toHaveLength(1)
    close()
  })
})

describe('an endpoint that misbehaves', () => {
  const event = { body: '{}', headers: {} }
  const allow = ['127.0.0.1']

  test('by a redirect to an address inside is not followed', async () => {
    const key = await world.connect()
    world.receiver.answer = (_, response) => response.writeHead(307, { location: '/inside' }).end()
    expect(await world.admin.webhooks.test(key)).toMatchObject({ status: 'failed', lastStatus: 307 })
    expect(world.receiver.received.map(({ path }) => path)).toEqual(['/events'])
  })

  test('by a body without end is read in part, and its connection closed', async () => {
    const key = await world.connect()
    let isClosed = false
    world.receiver.answer = (_, response) => {
      response.writeHead(500)
      const pour = setInterval(() => response.write('x'.repeat(10_000)), 1)
      response.on('close', () => {
        clearInterval(pour)
        isClosed = true
      })
    }
    const { log } = await world.admin.webhooks.test(key)
    expect(log[0]!.response).toBe('x'.repeat(1024))
    await until(() => expect(isClosed).toBe(true))
  })

  test('by never answering, or by an answer that never ends, ends by the timeout', async () => {
    const { post, close } = createGuardedPost({ allow, timeoutMs: 300, readBytes: 100 })
    for (const answer of [() => {}, (_: unknown, response: { write: (text: string) => void }) => response.write('x')]) {
      world.receiver.answer = answer
      await expect(post(world.receiver.url, event)).rejects.toThrow('did not answer within 300 ms')
    }
    close()
  })

  test('by a switch of the protocol ends the attempt', async () => {
    const { post, close } = createGuardedPost({ allow, timeoutMs: 10_000, readBytes: 100 })
    world.receiver.answer = (_, { socket }) =>
      socket!.write('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: other\r\n\r\n')
    await expect(post(world.receiver.url, event)).rejects.toThrow('could not be reached: UNEXPECTED_UPGRADE')
    close()
  })

  test('by characters that the database cannot hold is stored with others in their place', async () => {
    const key = await world.connect()
    world.receiver.answer = (_, response) => response.writeHead(500).end(Buffer.from([0x61, 0, 0xff, 0x62]))
    const { log } = await world.admin.webhooks.test(key)
    expect(log[0]!.response).toBe('a\uFFFD\uFFFDb')
  })
})

describe('a receiver that verifies with the package of Standard Webhooks refuses', () => {
  const secret = newWebhookSecret()
  const now = Math.floor(Date.now() / 1000)
  const signed = (more: object = {}) => {
    const message = { id: 'one', timestamp: now, body: '{"type":"user.deleted"}', ...more }
    return { body: message.body, headers: webhookHeaders([secret], message) }
  }
  const verify = ({ body, headers }: ReturnType<typeof signed>) => new Webhook(secret).verify(body, headers)

  test('nothing that this server signed now', () => {
    expect(verify(signed())).toEqual({ type: 'user.deleted' })
  })

  test.each<[string, () => ReturnType<typeof signed>, string]>([
    ['a changed body', () => ({ ...signed(), body: '{"type":"user.created"}' }), 'No matching signature'],
    [
      'a copy under another id',
      () => ({ ...signed(), headers: { ...signed().headers, 'webhook-id': 'two' } }),
      'No matching signature',
    ],
    [
      'a copy with a new time',
      () => ({
        ...signed({ timestamp: now - 900 }),
        headers: { ...signed({ timestamp: now - 900 }).headers, 'webhook-timestamp': `${now}` },
      }),
      'No matching signature',
    ],
    ['a copy of a quarter of an hour ago', () => signed({ timestamp: now - 900 }), 'Message timestamp too old'],
    ['one of the future', () => signed({ timestamp: now + 900 }), 'Message timestamp too new'],
    [
      'a signature by another secret',
      () => ({
        ...signed(),
        headers: webhookHeaders([newWebhookSecret()], { id: 'one', timestamp: now, body: signed().body }),
      }),
      'No matching signature',
    ],
  ])('%s', (_, forge, message) => {
    expect(() => verify(forge())).toThrow(message)
  })
})

describe('the secret of an endpoint', () => {
  test('is sealed at rest, bound to its endpoint, and in no other answer and no audit line', async () => {
    const key = await world.connect({ enabled: false })
    const other = await world.connect({ enabled: false })
    const { prisma } = world.server.resources.db
    const row = await prisma.webhook.findUniqueOrThrow({ where: { id: key.id } })
    const [, bits = ''] = key.secret.split('_')
    expect(Buffer.from(row.sealedSecret).includes(Buffer.from(bits, 'base64'))).toBe(false)
    expect(Buffer.from(row.sealedSecret).includes(bits)).toBe(false)
    await prisma.webhook.update({ where: { id: other.id }, data: { sealedSecret: row.sealedSecret } })
    await expect(world.admin.webhooks.secret(other)).rejects.toMatchObject({ status: 500 })
    await world.admin.webhooks.update({ ...key, description: 'changed' })
    await world.admin.webhooks.rotate({ ...key, overlapSeconds: 60 })
    const answers = [
      await world.admin.webhooks.list({ appId: key.appId }),
      await world.admin.webhooks.get(key),
      await world.admin.audit.list({ targetId: key.id }),
    ]
    for (const secret of [key.secret, (await world.admin.webhooks.secret(key)).secret])
      expect(JSON.stringify(answers)).not.toContain(secret)
  })

  test('is revealed with an audit line', async () => {
    const key = await world.connect({ enabled: false })
    await world.admin.webhooks.secret(key)
    const { data } = await world.admin.audit.list({ targetId: key.id, action: 'webhook.secret-reveal' })
    expect(data).toHaveLength(1)
  })
})

test('an endpoint of one app has no deliveries, and no replay, by the id of another app', async () => {
  const key = await world.connect({ enabled: false })
  await world.admin.webhooks.test(key)
  const { id: appId } = await world.admin.apps.create({ name: `Other ${key.id}` })
  const foreign = { appId, id: key.id }
  const { webhooks } = world.admin
  for (const call of [
    () => webhooks.deliveries(foreign),
    () => webhooks.replay({ ...foreign, from: 0 }),
    () => webhooks.secret(foreign),
    () => webhooks.update({ ...foreign, url: world.receiver.url }),
    () => webhooks.test(foreign),
    () => webhooks.delete(foreign),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'webhook_not_found' })
})

test('an event has no personal data, whatever the user is called', async () => {
  await world.connect()
  const user = await signInAs(world.server, world.app.id, 'a name that is nobody’s business')
  await world.admin.users.delete({ appId: world.app.id, id: user.id })
  await until(() => expect(world.receiver.of('user.deleted')).toHaveLength(1))
  expect(JSON.stringify(world.receiver.received.map(({ body }) => body))).not.toContain('business')
})
