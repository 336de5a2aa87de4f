import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, signInAs, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../testing.ts'

let server: TestServer
let app: TestApp
let serial = 0
beforeAll(async () => {
  server = await testServer()
  app = await createTestApp(server, await signInAsAdmin(server), 'Referrals')
})
afterAll(() => server.stop())

const newUser = async () => app.client.appUsers.findOrCreate({ telegram: String(1000 + (serial += 1)) })
const bind = (id: string, referCode: string) => app.client.appUsers.bindReferrer({ id, referCode })

test('the referral chain has ten referrers upwards and two levels downwards', async () => {
  const users = [await newUser()]
  for (let depth = 1; depth < 14; depth += 1) {
    const next = await newUser()
    await bind(next.id, users.at(-1)!.referCode.toLowerCase())
    users.push(next)
  }
  const ids = users.map(({ id }) => id)
  expect((await app.client.appUsers.referral({ id: ids[13]! })).referralChain).toEqual(ids.slice(3).toReversed())
  expect(await app.client.appUsers.referral({ id: ids[0]! })).toEqual({
    referralChain: [ids[0]],
    referrals1: [ids[1]],
    referrals2: [ids[2]],
    totalReferrals1: 1,
    totalReferrals2: 1,
  })
})

/** Rows only: a thousand users with wallets would take a minute. The first is the oldest. */
const invite = async (referrerId: string, count: number) => {
  const { rows } = await server.resources.db.pool.query<{ id: string }>(
    `INSERT INTO "User" (id, "appId", "referCode", "referrerId", "referredAt")
     SELECT gen_random_uuid(), $1, upper(substr(md5(random()::text), 1, 8)), $2, now() + make_interval(secs => n)
     FROM generate_series(1, $3) n RETURNING id`,
    [app.id, referrerId, count],
  )
  return rows.map(({ id }) => id)
}

test('of more than a thousand invited users the first thousand are listed, with the total', async () => {
  const host = await newUser()
  const first = await invite(host.id, 1002)
  const second = await invite(first[1001]!, 1003)
  const { prisma } = server.resources.db
  await prisma.user.updateMany({ where: { id: { in: [first[0]!, second[1]!] } }, data: { deletedAt: new Date() } })
  const admin = server.as(await signInAsAdmin(server))
  for (const answer of [
    await app.client.appUsers.referral({ id: host.id }),
    await admin.users.referral({ appId: app.id, id: host.id }),
  ]) {
    expect(answer.referrals1).toEqual(first.slice(1, 1001))
    expect(answer.referrals2).toEqual([second[0]!, ...second.slice(2, 1001)])
    expect([answer.totalReferrals1, answer.totalReferrals2]).toEqual([1001, 1002])
  }
})

test('a binding is audited with its actor, and a call that changes nothing is not', async () => {
  const [host, guest] = [await signInAs(server, app.id, 'audited-host'), await signInAs(server, app.id, 'audited')]
  const { referCode } = await host.client.account.profile()
  await guest.client.account.bindReferrer({ referCode })
  await guest.client.account.bindReferrer({ referCode })
  const other = await newUser()
  await bind(other.id, referCode)
  const admin = server.as(await signInAsAdmin(server))
  const { data } = await admin.audit.list({ appId: app.id, action: 'user.bind-referrer', limit: 2 })
  const details = { referrerId: host.id }
  expect(data).toMatchObject([
    { actor: 'app', actorId: app.id, targetId: other.id, details },
    { actor: 'user', actorId: guest.id, targetId: guest.id, details },
  ])
})

test('an unknown code, the own code and a loop are refused; a second binding changes nothing', async () => {
  const [a, b, c] = [await newUser(), await newUser(), await newUser()]
  await expect(bind(a.id, 'ZZZZZZZZ')).rejects.toMatchObject({ status: 404, message: 'Referrer not found' })
  await expect(bind(a.id, a.referCode)).rejects.toMatchObject({
    status: 403,
    message: 'Cannot set yourself as referrer',
  })
  await bind(b.id, a.referCode)
  await bind(c.id, b.referCode)
  await expect(bind(a.id, c.referCode)).rejects.toMatchObject({ status: 403, code: 'referral_loop' })
  await bind(c.id, a.referCode)
  expect((await app.client.appUsers.referral({ id: c.id })).referralChain).toEqual([c.id, b.id, a.id])
})

test('of three concurrent bindings that would close a loop, at most two succeed', async () => {
  const [a, b, c] = [await newUser(), await newUser(), await newUser()]
  const outcomes = await Promise.allSettled([bind(a.id, b.referCode), bind(b.id, c.referCode), bind(c.id, a.referCode)])
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
})

test("another app's code is unknown", async () => {
  const other = await createTestApp(server, await signInAsAdmin(server), 'Elsewhere')
  const foreign = await other.client.appUsers.findOrCreate({ telegram: '1' })
  const user = await newUser()
  await expect(bind(user.id, foreign.referCode)).rejects.toMatchObject({ status: 404 })
})

test('a user binds itself, and sees the referrer in its profile and the invited users in its list', async () => {
  const host = await signInAs(server, app.id, 'host')
  const guest = await signInAs(server, app.id, 'guest')
  const { referCode } = await host.client.account.profile()
  await guest.client.account.bindReferrer({ referCode })
  expect((await guest.client.account.profile()).referrer).toBe(host.id)
  const { status, body } = await server.send('GET', '/user/referrals', { token: host.token })
  expect([status, body]).toEqual([200, { data: [{ avatar: null, username: 'guest' }], meta: { totalUser: 1 } }])
})

test('a binding waits for another of its app: three concurrent ones could not see the loop that they close', async () => {
  const [guest, host] = [await newUser(), await newUser()]
  const holder = await server.resources.db.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [`referral ${app.id}`])
  const binding = bind(guest.id, host.referCode)
  const waiting = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())`
  await expect.poll(async () => (await holder.query(waiting)).rowCount).toBe(1)
  expect((await app.client.appUsers.referral({ id: guest.id })).referralChain).toEqual([guest.id])
  await holder.query('COMMIT')
  holder.release()
  await binding
  expect((await app.client.appUsers.referral({ id: guest.id })).referralChain).toEqual([guest.id, host.id])
})
