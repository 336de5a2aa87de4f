import { request } from 'node:http'
import { DATA_EXPORT_PATH } from '@openauth/client'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  createTestApp,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestApp,
  type TestServer,
  type TestUser,
} from '../../testing.ts'
import { userTables } from '../data-map/data-map.ts'
import { dropRelations, fillTables, type FilledRow } from '../data-map/fill.testing.ts'

let server: TestServer
let admin: string
let app: TestApp
beforeAll(async () => {
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '1' })
  admin = await signInAsAdmin(server)
  app = await createTestApp(server, admin, 'Exported')
  await dropRelations(server.resources.db.pool)
})
afterAll(() => server.stop())

const pool = () => server.resources.db.pool

const askFor = ({ token }: Pick<TestUser, 'token'>, body: object = {}) =>
  fetch(server.url + DATA_EXPORT_PATH, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** The status of an answer that is read to its end: a server waits for those that are not. */
const statusOf = async (answer: Response): Promise<number> => {
  await answer.text()
  return answer.status
}

interface Exported {
  userId: string
  tables: Record<string, Record<string, unknown>[]>
  truncated: string[]
}

const exportOf = async (user: TestUser): Promise<{ text: string; data: Exported }> => {
  const answer = await askFor(user)
  const text = await answer.text()
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
  return { text, data: JSON.parse(text) as Exported }
}

/** A stored row as PostgreSQL makes JSON of it. */
const asJson = async (table: string, row: FilledRow): Promise<Record<string, unknown>> => {
  const by = table === 'User' ? 'id' : Object.keys(row).find((column) => column === 'id') && 'id'
  const where = Object.keys(row).filter((column) => column === (by ?? column) && row[column] !== null)
  const key = by ? [by] : where.filter((column) => typeof row[column] === 'string')
  const { rows } = await pool().query<{ row: Record<string, unknown> }>(
    `SELECT row_to_json(t) AS row FROM "${table}" t WHERE ${key.map((column, at) => `t."${column}"::text = $${at + 1}`).join(' AND ')}`,
    key.map((column) => row[column]),
  )
  return rows[0]!.row
}

test('an export has each personal field of each table, nothing of another user, and no secret', async () => {
  const user = await signInAs(server, app.id, 'exported-one')
  const other = await signInAs(server, app.id, 'exported-other')
  const filled = await fillTables(pool(), { userId: user.id, appId: app.id, mark: 'mark-of-one' })
  await fillTables(pool(), { userId: other.id, appId: app.id, mark: 'mark-of-other' })
  const { text, data } = await exportOf(user)
  expect(data).toMatchObject({ userId: user.id, truncated: [] })
  for (const { model, data: table, rows } of userTables.filter((each) => !each.rows.unexported)) {
    const stored = await asJson(model, filled.get(model)!)
    for (const field of table.fields.personal ?? []) {
      const values = data.tables[model]?.map((row) => JSON.stringify(row[field]))
      expect([model, field, ...(values ?? [])]).toContain(JSON.stringify(stored[field]))
    }
    for (const row of data.tables[model]!) expect([model, row[rows.by]]).toEqual([model, user.id])
    for (const field of [...(table.fields.secret ?? []), ...(table.fields.operator ?? [])])
      expect(text).not.toContain(`mark-of-one ${model}.${field} `)
  }
  expect(text).not.toContain('mark-of-other')
  expect(text).not.toContain(other.id)
  expect(text).not.toMatch(/passwordHash|sealed|wrappedKey/)
})

test('an export by the holder of a stolen session, with a login that is not recent, is refused', async () => {
  const user = await signInAs(server, app.id, 'stolen-session')
  await pool().query(`UPDATE "Session" SET "createdAt" = now() - interval '10 minutes' WHERE "userId" = $1`, [user.id])
  const refused = await askFor(user)
  expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'reauthentication_required' }])
  const { token } = await user.client.account.reauthenticate({ password: 'password of stolen-session' })
  const answer = await askFor(user, { reauthenticationToken: token })
  expect(answer.status).toBe(200)
  await answer.text()
  // The token was for one call.
  expect(await statusOf(await askFor(user, { reauthenticationToken: token }))).toBe(403)
})

test('exports without end: five a day, each in the audit trail and told to the user', async () => {
  const user = await signInAs(server, app.id, 'exports-often')
  const statuses: number[] = []
  for (let round = 0; round < 6; round += 1) {
    const answer = await askFor(user)
    await answer.text()
    statuses.push(answer.status)
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  const { data: lines } = await server.as(admin).audit.list({ targetId: user.id, action: 'user.data-export' })
  expect(lines).toHaveLength(5)
  const changes = await user.client.account.accountChanges()
  expect(changes.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'data_export'))
  // Nobody undoes that the data were seen.
  expect(changes.every(({ undoableUntil }) => undoableUntil === null)).toBe(true)
})

test('a second export while one is under way is refused, on another server too', async () => {
  const user = await signInAs(server, app.id, 'two-at-once')
  const holder = await pool().connect()
  await holder.query('BEGIN')
  await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`openauth export of ${user.id}`])
  const refused = await askFor(user)
  expect(await refused.json()).toMatchObject({ code: 'export_running' })
  await holder.query('ROLLBACK')
  holder.release()
  expect(await statusOf(await askFor(user))).toBe(200)
})

test('support in the name of a user, and an app with its secret, export nothing', async () => {
  const user = await signInAs(server, app.id, 'looked-at')
  await server.as(admin).apps.update({ id: app.id, impersonationEnabled: true })
  const { token } = await server.as(admin).users.impersonate({ appId: app.id, id: user.id, reason: 'a question' })
  expect(await statusOf(await askFor({ token }))).toBe(403)
  expect(await statusOf(await askFor({ token: app.secret }))).toBe(401)
})

/** Asks for an export and leaves with its first bytes. Not by `fetch`, which then dials again without a request. */
const leave = ({ token }: TestUser): Promise<void> =>
  new Promise((done, fail) => {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const asked = request(server.url + DATA_EXPORT_PATH, { method: 'POST', agent: false, headers }, (answer) => {
      answer.destroy()
      done()
    })
    asked.once('error', fail).end('{}')
  })

test('readers who leave in the middle: their exports end, and others are made', async () => {
  const users = await Promise.all(['left-1', 'left-2', 'stays'].map((name) => signInAs(server, app.id, name)))
  await Promise.all(users.slice(0, 2).map(leave))
  expect((await exportOf(users[2]!)).data.userId).toBe(users[2]!.id)
})
