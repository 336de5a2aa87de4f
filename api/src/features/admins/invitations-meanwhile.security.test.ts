import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { signInAsAdmin, testServer, type TestServer } from '../../testing.ts'

const password = 'long enough to log in'
let server: TestServer
let owner: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_CONSOLE: 'on', OPENAUTH_RATE_LIMIT_SCALE: '0' })
  owner = await signInAsAdmin(server)
})
afterAll(() => server.stop())

test.each([
  // As a server of a release without invitations demotes, which revokes none.
  ['whose inviter is demoted', `UPDATE "Admin" SET role = 'operator' WHERE username = 'inviter'`],
  ['whose inviter is deleted', `UPDATE "Admin" SET "deletedAt" = now() WHERE username = 'inviter'`],
  ['that expires', `UPDATE "AdminInvitation" SET "expiresAt" = now() - interval '1 second'`],
  ['that is revoked', `DELETE FROM "AdminInvitation"`],
])('an invitation %s while its acceptance waits makes no admin', async (_, change) => {
  const { prisma, pool } = server.resources.db
  await prisma.admin.deleteMany({ where: { username: 'inviter' } })
  await server.as(owner).admins.create({ username: 'inviter', password, role: 'owner' })
  const { token } = await server.as().setup.login({ username: 'inviter', password })
  const given = { email: 'guest@example.com', role: 'owner', apps: null } as const
  const { link } = await server.as(token).adminInvitations.create(given)
  const secret = new URL(link!).hash.slice(1)
  const holder = await pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN; SELECT 1 FROM "Admin" FOR UPDATE')
  const accepting = Promise.allSettled([server.as().adminInvitations.accept({ secret, username: 'guest', password })])
  await vi.waitFor(async () => {
    const { rows } = await pool.query(
      `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
    )
    expect(rows).toHaveLength(1)
  }, 60_000)
  await holder.query(change)
  await holder.query('COMMIT')
  expect(await accepting).toMatchObject([{ status: 'rejected', reason: { status: 400, code: 'invitation_invalid' } }])
  expect(await prisma.admin.count({ where: { username: 'guest' } })).toBe(0)
})
