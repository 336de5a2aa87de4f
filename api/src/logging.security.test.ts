import { afterAll, beforeAll, expect, test } from 'vitest'
import { describeError } from './logging.ts'
import { Problem } from './errors.ts'
import { isUniqueViolation } from './db.ts'
import { createServer } from './http-server.ts'
import { createContextReader } from './mount.ts'
import { createGuards } from './auth.ts'
import { createTestApp, signInAs, signInAsAdmin, testServer, type TestServer } from './testing.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

/** A server of its own whose log is kept. */
const logged = (level: 'debug' | 'info' = 'info') => {
  const lines: Record<string, unknown>[] = []
  const { app } = createServer(
    { ...server.settings, logLevel: level },
    { write: (line) => void lines.push(JSON.parse(line) as Record<string, unknown>) },
  )
  return { app, lines }
}

test('fields that hold secrets are left out of a line, at its top and one level down', () => {
  const { app, lines } = logged()
  const secret = 'correct horse battery'
  app.log.warn(
    { password: secret, token: secret, body: { email: secret, initData: secret, clientSecret: secret } },
    'x',
  )
  app.log.info({ headers: { authorization: secret, cookie: secret }, seed: secret, job: 'kept' }, 'y')
  expect(lines).toHaveLength(2)
  expect(lines[1]).toMatchObject({ job: 'kept', seed: '[redacted]' })
  expect(JSON.stringify(lines)).not.toContain(secret)
})

test('errors of the database are logged without the values of rows that they quote', async () => {
  const admin = await signInAsAdmin(server)
  const app = await createTestApp(server, admin, 'Logged')
  await signInAs(server, app.id, 'ada-lovelace')
  const { prisma, pool } = server.resources.db
  const identity = await prisma.identity.findFirstOrThrow({ where: { appId: app.id } })
  const error = await pool
    .query(
      `INSERT INTO "Identity" SELECT i.* FROM "Identity" i WHERE "appId" = $1 AND provider = $2 AND subject = $3`,
      [app.id, identity.provider, identity.subject],
    )
    .catch((caught: unknown) => caught as Error & { detail: string })
  expect(isUniqueViolation(error)).toBe(true)
  // What PostgreSQL tells beside its message.
  expect((error as { detail: string }).detail).toContain('already exists')
  const { app: fastify, lines } = logged()
  fastify.log.error({ err: new Error('it failed', { cause: error }) }, 'x')
  expect(lines[0]).toMatchObject({
    err: { message: 'it failed', stack: expect.any(String), cause: { code: '23505', table: 'Identity' } },
  })
  const text = JSON.stringify(lines)
  for (const told of [identity.subject, identity.display, 'already exists', app.id])
    expect(text.includes(told)).toBe(false)
})

test('causes without end and what is no error are described', () => {
  const circle = new Error('round')
  circle.cause = circle
  expect(JSON.stringify(describeError(circle)).match(/round/g)!.length).toBeLessThan(20)
  expect(describeError({ password: 'hunter2' })).toEqual({ type: 'object', message: 'not an Error', stack: '' })
  expect(describeError(new AggregateError([new Error('one'), new Error('two')], 'both'))).toMatchObject({
    message: 'both',
    errors: [{ message: 'one' }, { message: 'two' }],
  })
})

test('every answer has the id of its request, and so has what its handler logs', async () => {
  const { app, lines } = logged()
  const contextOf = createContextReader(server, createGuards(server.app.services))
  app.get('/works', async (request, reply) => {
    contextOf(request, reply, {}).log.warn({ job: 'one' }, 'it works on')
    return { id: request.id }
  })
  app.get('/refuses', async () => {
    throw new Problem('server_busy')
  })
  for (const url of ['/works', '/refuses', '/nothing']) {
    const answer = await app.inject({ url })
    const body = answer.json<{ id?: string; requestId?: string }>()
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{12}-\w+$/)
    if (url !== '/nothing') expect(answer.headers['x-request-id']).toBe(body.id ?? body.requestId)
  }
  const [first] = lines
  expect(first).toMatchObject({ msg: 'it works on', job: 'one', level: 40, requestId: expect.any(String) })
  await app.close()
})

test('a request cannot choose its own id, or put a line of its own into the log', async () => {
  const { app, lines } = logged('debug')
  app.get('/works', async () => ({}))
  const answer = await app.inject({ url: '/works', headers: { 'x-request-id': 'mine', 'request-id': 'mine' } })
  expect(answer.headers['x-request-id']).not.toBe('mine')
  expect(lines).toHaveLength(1)
  expect(JSON.stringify(lines)).not.toContain('mine')
  await app.close()
})

test('a logger of a request is one of the whole interface', () => {
  const { app, lines } = logged('debug')
  const reader = createContextReader(server, createGuards(server.app.services))
  const request = { id: 'the-id', log: app.log, headers: {}, raw: {}, ip: '' } as never
  const { log } = reader(request, {} as never, {})
  log.child({ part: 'inner' }).info('from a child')
  log.debug('plain text')
  log.error(new Error('as an error'))
  expect(log.level).toBe('debug')
  expect(lines.map(({ requestId }) => requestId)).toEqual(['the-id', 'the-id', 'the-id'])
  expect(lines[2]).toMatchObject({ err: { message: 'as an error' } })
})
