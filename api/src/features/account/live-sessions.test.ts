import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Database } from '../../db.ts'
import { createLiveSessions } from './live-sessions.ts'

const claims = () => ({ sessionId: randomUUID(), userId: randomUUID(), appId: randomUUID() })

/** A database of sessions, and a clock; `asked` records the sessions of each read. */
const world = () => {
  const ended = new Set<string>()
  const asked: string[][] = []
  const extended: string[] = []
  let idle = 0
  let time = 1_000_000
  const query = async ({ name }: { name: string }, values: unknown[]) => {
    if (name === 'session-slide') extended.push(values[0] as string)
    if (name !== 'sessions-live') return []
    asked.push(values[0] as string[])
    return asked.at(-1)!.flatMap((key) => (ended.has(key) ? [] : [{ key, ttl: 0, idle }]))
  }
  const sessions = createLiveSessions({ query: query as unknown as Database['query'] }, () => time)
  const pass = (milliseconds: number) => (time += milliseconds)
  return { ...sessions, ended, asked, extended, pass, setIdle: (seconds: number) => (idle = seconds) }
}

test('a session is read along with another one only while calls use it', async () => {
  const at = world()
  const [one, other] = [claims(), claims()]
  await at.isActive(one)
  await at.isActive(other)
  at.pass(600)
  await at.isActive(one)
  expect(at.asked.at(-1)).toEqual([one.sessionId, other.sessionId])
  at.pass(600)
  await at.isActive(one)
  expect(at.asked.at(-1)).toEqual([one.sessionId])
})

test('a session that ends elsewhere is refused after half a second, though it was read along with another one', async () => {
  const at = world()
  const [one, other] = [claims(), claims()]
  await at.isActive(one)
  await at.isActive(other)
  at.pass(500)
  await at.isActive(one)
  at.ended.add(other.sessionId)
  at.pass(500)
  expect(await at.isActive(other)).toBe(false)
  at.ended.add(one.sessionId)
  at.invalidate()
  expect(await at.isActive(one)).toBe(false)
})

test('a cached state is not that of the same session with another user', async () => {
  const at = world()
  const one = claims()
  await at.isActive(one)
  await at.isActive({ ...one, userId: randomUUID() })
  expect(at.asked).toHaveLength(2)
})

test('only a call extends a session, once for each read', async () => {
  const at = world()
  at.setIdle(120)
  const [one, other] = [claims(), claims()]
  await at.isActive(one)
  await at.isActive(other)
  at.pass(600)
  await at.isActive(one)
  expect(at.extended).toEqual([one, other, one].map(({ sessionId }) => sessionId))
  await Promise.all([at.isActive(other), at.isActive(other)])
  expect(at.extended.slice(3)).toEqual([other.sessionId])
})
