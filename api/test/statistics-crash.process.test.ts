import { expect, test } from 'vitest'
import { createCrashWorld } from './crash-world.ts'

test('after kill -9 among registrations and logins the figures equal the rows', async () => {
  const { appId, guest, admin, kill, restart, one } = await createCrashWorld()
  const register = (index: number) =>
    guest().login.username({ appId, username: `user ${index}`, password: 'password', type: 'register' })
  let answers = 0
  const calls = Array.from({ length: 40 }, async (_, index) => {
    await register(index)
    answers += 1
    if (answers === 10) await kill()
  })
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  await restart()
  const counted = await one(
    `SELECT (SELECT count(*) FROM "User")::int AS users, (SELECT count(*) FROM "Wallet")::int AS wallets,
      (SELECT count(*) FROM "Session")::int AS logins, (SELECT count(*) FROM "User" WHERE "activeOn" IS NOT NULL)::int AS active`,
  )
  const { users, totals } = await admin().stats.ofApp({ id: appId, days: 2 })
  const { wallets, logins, activeUsers } = totals
  expect({ users, wallets, logins: logins.username ?? 0, active: activeUsers }).toEqual(counted)
  expect(users).toBeGreaterThanOrEqual(10)
})
