import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../../testing.ts'

let server: TestServer
let token: string
let app: TestApp
let other: TestApp
beforeAll(async () => {
  server = await testServer()
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Bulk')
  other = await createTestApp(server, token, 'Another')
})
afterAll(() => server.stop())

const send = (users: unknown[], appId = app.id, bearer = token) =>
  server.send('POST', `/admin/apps/${appId}/users/bulk-import`, { token: bearer, body: { users } })
const words = ({ body }: Awaited<ReturnType<typeof send>>) =>
  (body.data.verdicts as { verdict: string }[]).map(({ verdict }) => verdict)

describe("an import into one app does not reach another app's users", () => {
  test('an id of theirs is refused, and the user stays as it is', async () => {
    const theirs = await other.client.appUsers.findOrCreate({ telegram: '31337' })
    const answer = await send([{ id: theirs.id, identities: [{ provider: 'telegram', subject: '31337' }] }])
    expect(answer.body.data.verdicts).toEqual([
      { verdict: 'refused', id: null, issues: [{ path: 'id', message: 'is the id of a user of another app' }] },
    ])
    expect((await other.client.appUsers.get({ id: theirs.id })).telegram).toBe('31337')
  })

  test('the same accounts and external ids are of two users in two apps', async () => {
    const row = { identities: [{ provider: 'email', subject: 'both@example.com' }], externalId: 'both' }
    const [one, two] = [await send([row]), await send([row], other.id)]
    expect([words(one), words(two)]).toEqual([['created'], ['created']])
    expect(one.body.data.verdicts[0].id).not.toBe(two.body.data.verdicts[0].id)
  })

  test('an id in the body does not replace the app of the path', async () => {
    const id = randomUUID()
    await server.send('POST', `/admin/apps/${app.id}/users/bulk-import`, {
      token,
      body: { appId: other.id, users: [{ id, appId: other.id }] },
    })
    expect(await app.client.appUsers.get({ id })).toMatchObject({ id })
    await expect(other.client.appUsers.get({ id })).rejects.toMatchObject({ code: 'user_not_found' })
  })
})

test('a deleted user does not come back by its id', async () => {
  const id = randomUUID()
  await send([{ id }])
  await server.as(token).users.delete({ appId: app.id, id })
  expect(words(await send([{ id }]))).toEqual(['refused'])
})

test('a row that exists changes neither password nor anything else of its user', async () => {
  const row = { id: randomUUID(), identities: [{ provider: 'username', subject: 'held-account' }] }
  const hash = `$2b$04$${'a'.repeat(53)}`
  await send([row])
  expect(words(await send([{ ...row, passwordHash: hash, disabled: true, externalId: 'new' }]))).toEqual(['exists'])
  const user = await server.resources.db.prisma.user.findUniqueOrThrow({
    where: { id: row.id },
    omit: { passwordHash: false },
  })
  expect(user).toMatchObject({ passwordHash: null, disabledAt: null, externalId: null })
})

test('a name that looks like one of the app or of the same file is refused', async () => {
  const named = (subject: string) => ({ identities: [{ provider: 'username', subject }] })
  expect(words(await send([named('scope-user')]))).toEqual(['created'])
  const cyrillic = 'ѕсоре'
  expect(words(await send([named(cyrillic), named('scope'), named('scope-user')]))).toEqual([
    'created',
    'refused',
    'exists',
  ])
})

describe('imports at once', () => {
  test('three of the same list make each user once, whole, and answer all', async () => {
    const users = Array.from({ length: 40 }, (_, index) => ({
      identities: [{ provider: 'email', subject: `at-once-${index}@example.com` }],
      externalId: `at-once-${index}`,
    }))
    const answers = await Promise.all([send(users), send(users), send(users.toReversed())])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const sum = (key: string) => answers.reduce((total, { body }) => total + Number(body.data[key]), 0)
    expect([sum('created'), sum('existing'), sum('refused')]).toEqual([40, 80, 0])
    const where = { appId: app.id, externalId: { startsWith: 'at-once-' } }
    const rows = await server.resources.db.prisma.user.findMany({ where, include: { seed: true } })
    expect(rows.map(({ seed }) => seed !== null)).toEqual(Array.from({ length: 40 }, () => true))
  })

  test('a login that makes a user meanwhile does not fail the call', async () => {
    const users = Array.from({ length: 40 }, (_, index) => ({
      identities: [{ provider: 'telegram', subject: String(70_000 + index) }],
    }))
    const creating = users.map(({ identities }) =>
      app.client.appUsers.findOrCreate({ telegram: identities[0]!.subject }),
    )
    const [answer] = await Promise.all([send(users), ...creating])
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ refused: 0 })
    expect(Number(answer.body.data.created) + Number(answer.body.data.existing)).toBe(40)
  })
})

test('a transaction that is cut off leaves no user of the call', async () => {
  const id = randomUUID()
  const holder = await server.resources.db.pool.connect()
  await holder.query('BEGIN')
  await holder.query('LOCK TABLE "WalletSeed" IN ACCESS EXCLUSIVE MODE')
  const sending = send([{ id }])
  const waiting = async () => {
    const { rows } = await server.resources.db.pool.query(
      `SELECT pid FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%INSERT INTO "WalletSeed"%' AND datname = current_database()`,
    )
    return rows[0]?.pid as number | undefined
  }
  let pid: number | undefined
  while (pid === undefined) pid = await waiting()
  await server.resources.db.pool.query('SELECT pg_terminate_backend($1)', [pid])
  expect((await sending).status).toBeGreaterThanOrEqual(500)
  await holder.query('ROLLBACK')
  holder.release()
  expect(await server.resources.db.prisma.user.count({ where: { id } })).toBe(0)
  expect(await server.resources.db.prisma.dataKey.count({ where: { ownerId: id } })).toBe(0)
  expect(words(await send([{ id }]))).toEqual(['created'])
})

test('a call whose client leaves half way ends by itself: its users are whole or not there, and the next call is let in', async () => {
  const users = Array.from({ length: 60 }, (_, index) => ({ externalId: `left-${index}` }))
  for (const patience of [0, 50, 400]) {
    const leaving = new AbortController()
    setTimeout(() => leaving.abort(), patience)
    await fetch(`${server.url}/admin/apps/${app.id}/users/bulk-import`, {
      method: 'POST',
      signal: leaving.signal,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ users }),
    }).catch(() => {})
  }
  expect(words(await send(users)).filter((word) => word === 'refused')).toEqual([])
  const where = { appId: app.id, externalId: { startsWith: 'left-' } }
  const rows = await server.resources.db.prisma.user.findMany({ where, include: { seed: true } })
  expect(rows.map(({ seed }) => seed !== null)).toEqual(users.map(() => true))
})

test('the most that the body may hold is judged without failing', async () => {
  const users = Array.from({ length: 1000 }, () => ({ identities: Array.from({ length: 12 }, () => 7), id: [] }))
  const answer = await send(users)
  expect([answer.status, new Set(words(answer))]).toEqual([200, new Set(['refused'])])
  expect((await send([...users, {}])).status).toBe(400)
})

test('an export tells neither hashes nor keys, and only of the app', async () => {
  const users = [
    { identities: [{ provider: 'username', subject: 'has-a-hash' }], passwordHash: `$2b$04$${'a'.repeat(53)}` },
  ]
  await send(users)
  const { body } = await server.send('GET', `/admin/apps/${app.id}/users/bulk-export?limit=1000`, { token })
  const text = JSON.stringify(body)
  expect(text).toContain('has-a-hash')
  for (const secret of ['$2b$', 'passwordHash', 'sealed', 'wrapped']) expect(text).not.toContain(secret)
  expect(text).not.toContain('31337')
  const lines = await server.resources.db.prisma.auditEvent.findMany({
    where: { appId: app.id, action: 'user.export' },
  })
  expect(lines.map(({ details }) => details)).toEqual([{ done: body.data.length }])
})

test('a cursor that is none of the export is refused', async () => {
  for (const cursor of [
    'x',
    Buffer.from('1.x').toString('base64url'),
    Buffer.from('999999999999999.x').toString('base64url'),
  ]) {
    const { status } = await server.send('GET', `/admin/apps/${app.id}/users/bulk-export?cursor=${cursor}`, { token })
    expect(status).toBe(400)
  }
})
