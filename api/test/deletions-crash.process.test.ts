import { expect, test, vi } from 'vitest'
import { noPublicNodes } from '../src/testing.ts'
import { createCrashWorld } from './crash-world.ts'

type Rows = Awaited<ReturnType<typeof createCrashWorld>>['rows']

/** Has deletions wait before the last that they write, their line in the audit trail. */
const holdDeletions = async (rows: Rows) => {
  await rows(`CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS
    'BEGIN PERFORM pg_advisory_xact_lock(1); RETURN NEW; END'`)
  await rows(`CREATE TRIGGER wait BEFORE INSERT ON "AuditEvent"
    FOR EACH ROW WHEN (NEW.action = 'user.delete') EXECUTE FUNCTION wait()`)
  await rows('SELECT pg_advisory_lock(1)')
  const held = () => rows(`SELECT 1 FROM pg_locks WHERE NOT granted AND locktype = 'advisory' AND objid = 1`)
  return {
    until: () => vi.waitFor(async () => expect(await held()).not.toEqual([]), { timeout: 60_000, interval: 20 }),
    end: () => rows('SELECT pg_advisory_unlock(1)'),
  }
}

test('after kill -9 in the middle of a deletion its user is whole, and the next start deletes all that are due, once', async () => {
  const { appId, as, guest, kill, restart, rows } = await createCrashWorld(noPublicNodes)
  const ids: string[] = []
  for (let index = 0; index < 12; index++) {
    const credentials = { appId, username: `user ${index}`, password: 'password' }
    const { token } = await guest().login.username({ ...credentials, type: 'register' })
    ids.push((await as(token).account.profile()).id)
    await as(token).privacy.requestDeletion({})
  }
  const contents = async () => {
    const tables = ['User', 'Identity', 'Session', 'Wallet', 'UserDeletion', 'AccountChange']
    const counts = tables.map((table) => `(SELECT count(*)::int FROM "${table}") AS "${table}"`)
    return rows(`SELECT (SELECT count("deletedAt")::int FROM "User") AS deleted, ${counts.join(', ')}`)
  }
  await kill()
  await rows(`UPDATE "UserDeletion" SET "dueAt" = 'epoch', "checkAt" = 'epoch'`)
  const before = await contents()
  const wait = await holdDeletions(rows)
  // A server looks for what is due as soon as it starts.
  await restart()
  await wait.until()
  await kill()
  await wait.end()
  await vi.waitFor(async () => expect(await contents()).toEqual(before), { timeout: 60_000, interval: 20 })
  await restart()
  const isDone = async () => expect((await contents())[0]).toMatchObject({ deleted: 12, Session: 0, UserDeletion: 0 })
  await vi.waitFor(isDone, { timeout: 60_000, interval: 50 })
  const lines = await rows<{ targetId: string }>(
    `SELECT "targetId" FROM "AuditEvent" WHERE action = 'user.delete' ORDER BY "targetId"`,
  )
  expect(lines.map(({ targetId }) => targetId)).toEqual(ids.toSorted())
})

test('a deletion that a restore repeats is carried out before the server answers anybody', async () => {
  const { appId, as, guest, kill, restart, rows } = await createCrashWorld(noPublicNodes)
  const credentials = { appId, username: 'somebody', password: 'password' }
  const { token } = await guest().login.username({ ...credentials, type: 'register' })
  await as(token).privacy.requestDeletion({})
  await kill()
  await rows(`UPDATE "UserDeletion" SET "dueAt" = 'epoch', "checkAt" = 'epoch', "isRepeated" = true`)
  const wait = await holdDeletions(rows)
  let isReady = false
  const restarted = restart().then(() => (isReady = true))
  await wait.until()
  // The server waits for it with all that comes after, however long it takes.
  await new Promise((resolve) => setTimeout(resolve, 1500))
  expect(isReady).toBe(false)
  await wait.end()
  await restarted
  await expect(guest().login.username({ ...credentials, type: 'login' })).rejects.toMatchObject({
    code: 'incorrect_login',
  })
})
