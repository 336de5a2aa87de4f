import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inParallel, testDatabase } from '../testing.ts'
import { type AttemptCounters, createAttemptCounters, LimitExceededError } from './attempt-counters.ts'

let pool: pg.Pool
let counters: AttemptCounters
beforeAll(async () => {
  pool = new pg.Pool({ connectionString: (await testDatabase()).url, max: 10 })
  counters = createAttemptCounters({ pool, installation: 'test' }, 1)
})
afterAll(() => pool.end())

// Ten attempts in a quarter of an hour.
const ten = (key: string) => ['passwordByAccountAndIp', key] as const
const minute = 60_000
const elapse = (milliseconds: number) => pool.query('UPDATE rate_limit SET expire = expire - $1', [milliseconds])
const allowed = async (count: number, call: () => Promise<void>) => {
  const outcomes = await inParallel(count, () =>
    call().then(
      () => true,
      () => false,
    ),
  )
  return outcomes.filter(Boolean).length
}

test('of a hundred attempts at once as many are made as the limit allows', async () => {
  expect(await allowed(100, () => counters.consume(ten('parallel')))).toBe(10)
})

test('a refusal tells the wait in whole seconds, and the count begins anew after it', async () => {
  await allowed(10, () => counters.consume(ten('waits')))
  const refusal = await counters.consume(ten('waits')).catch((error: unknown) => error)
  expect(refusal).toBeInstanceOf(LimitExceededError)
  const { seconds, message } = refusal as LimitExceededError
  expect([Number.isInteger(seconds), seconds > 14 * 60, seconds <= 15 * 60]).toEqual([true, true, true])
  expect(message).toContain(`${seconds} s`)
  await elapse(14 * minute)
  await expect(counters.consume(ten('waits'))).rejects.toThrow(LimitExceededError)
  await elapse(minute)
  expect(await allowed(12, () => counters.consume(ten('waits')))).toBe(10)
})

test('the wait is at least a second', async () => {
  await allowed(10, () => counters.consume(ten('last moment')))
  await pool.query(`UPDATE rate_limit SET expire = (extract(epoch FROM now()) + 3600) * 1000`)
  await expect(counters.consume(ten('last moment'))).rejects.toMatchObject({ seconds: 3600 })
})

test('subjects and kinds are counted apart, and attempts that were right are given back', async () => {
  await allowed(10, () => counters.consume(ten('one')))
  await counters.consume(ten('other'))
  await counters.consume(['passwordByDevice', 'one'])
  await counters.refund(ten('one'))
  expect(await allowed(5, () => counters.consume(ten('one')))).toBe(1)
  await counters.refund(ten('never counted'))
  expect(await allowed(12, () => counters.consume(ten('never counted')))).toBe(10)
})

describe('an attempt that several counters count', () => {
  test('is refused by any of them, with the longest wait, and then counted by those that refused alone', async () => {
    const both = [ten('shared'), ['passwordByAccount', 'victim']] as const
    await allowed(10, () => counters.consume(ten('shared')))
    for (let turn = 0; turn < 150; turn += 1)
      await expect(counters.consume(...both)).rejects.toThrow(LimitExceededError)
    // The victim has all of a hundred.
    expect(await allowed(110, () => counters.consume(['passwordByAccount', 'victim']))).toBe(100)
    const refusal = await counters.consume(...both).catch((error: unknown) => error)
    expect((refusal as LimitExceededError).seconds).toBeGreaterThan(50 * 60)
  })

  test('does not end in a deadlock, in whatever order they are named', async () => {
    const [one, other] = [
      ['passwordByAccount', 'order 1'],
      ['passwordByAccount', 'order 2'],
    ] as const
    let turn = 0
    expect(
      await allowed(60, () => ((turn += 1) % 2 ? counters.consume(one, other) : counters.consume(other, one))),
    ).toBe(60)
  })
})

test('keys of people are stored as digests', async () => {
  await counters.consume(['passwordByAccount', 'ada@example.com'])
  const { rows } = await pool.query<{ key: string }>('SELECT key FROM rate_limit')
  expect(rows.map(({ key }) => key).join('\n')).not.toContain('ada')
  for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{43}$/)
})

test('a scale multiplies the limits, rounded up, and a scale of 0 counts nothing', async () => {
  const half = createAttemptCounters({ pool, installation: 'test' }, 0.25)
  expect(await allowed(10, () => half.consume(ten('scaled')))).toBe(3)
  const none = createAttemptCounters({ pool, installation: 'test' }, 0)
  expect(await allowed(50, () => none.consume(ten('unlimited')))).toBe(50)
  await none.refund(ten('unlimited'))
})
