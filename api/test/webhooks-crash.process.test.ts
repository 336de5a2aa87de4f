import { expect, onTestFinished, test, vi } from 'vitest'
import { startReceiver } from '../src/features/webhooks/receiver.testing.ts'
import { createCrashWorld } from './crash-world.ts'

test('after kill -9 among registrations each user and each session that is stored was told at least once, and no other', async () => {
  const receiver = await startReceiver()
  onTestFinished(receiver.stop)
  const { appId, guest, admin, kill, restart, rows } = await createCrashWorld({ OPENAUTH_OUTBOUND_ALLOW: '127.0.0.1' })
  await admin().webhooks.create({ appId, url: receiver.url, events: ['user.created', 'user.login'] })
  let answers = 0
  const calls = Array.from({ length: 40 }, async (_, index) => {
    await guest().login.username({ appId, username: `user ${index}`, password: 'password', type: 'register' })
    answers += 1
    if (answers === 10) await kill()
  })
  expect((await Promise.allSettled(calls)).filter(({ status }) => status === 'rejected').length).toBeGreaterThan(0)
  const idsOf = async (table: string) =>
    (await rows<{ id: string }>(`SELECT id FROM "${table}" ORDER BY id`)).map(({ id }) => id)
  const [users, sessions] = [await idsOf('User'), await idsOf('Session')]
  expect(users.length).toBeGreaterThanOrEqual(10)
  // The killed server had claimed some for a minute.
  await rows(`UPDATE "WebhookDelivery" SET "dueAt" = now() WHERE status = 'pending'`)
  await restart()
  const left = () => rows(`SELECT 1 FROM "WebhookDelivery" WHERE status <> 'delivered'`)
  await vi.waitFor(async () => expect(await left()).toEqual([]), { timeout: 60_000, interval: 100 })
  const told = (type: string, name: string) =>
    [...new Set(receiver.of(type).map((data) => String(data[name])))].toSorted()
  expect(told('user.created', 'userId')).toEqual(users)
  expect(told('user.login', 'sessionId')).toEqual(sessions)
})
