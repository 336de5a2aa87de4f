import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'

/** Runs a command against a server that gives one answer to every call. */
const run = async (argv: string[], answer: { body?: unknown }, columns?: number) => {
  const { fetch, requests } = fakeServer(() => answer)
  const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  return { ...(await openauth(argv, columns === undefined ? {} : { columns })), requests }
}

describe('a task that its app cannot check yet', () => {
  const create = ['game-tasks', 'create', '--app', id, '--title', 'T', '--reward', '1', '--check', '{"kind":"odyssey"}']
  const task = (problem: string | null) => ({ id, title: 'T', check: { kind: 'odyssey' }, problem })

  test('is told to whoever makes it', async () => {
    const { code, stderr } = await run(create, data(task('no_bot')))
    expect([code, stderr]).toEqual([
      0,
      'Players cannot complete this task yet: the app has no Telegram bot that could look into the chat.\n',
    ])
    expect((await run(create, data(task(null)))).stderr).toBe('')
  })

  test('has its problem in the list, which has no such column without one', async () => {
    const list = async (...problems: (string | null)[]) =>
      (
        await run(['game-tasks', 'list', '--app', id], {
          body: { data: problems.map(task), meta: { totalItems: problems.length, totalPages: 1 } },
        })
      ).stdout
    expect(await list('provider_off', null)).toMatch(/PROBLEM\n.*provider_off/)
    expect(await list(null)).not.toContain('PROBLEM')
  })
})

describe('game-rules simulate', () => {
  const rings = (taps: number, daily: number) => ({ taps, tapBot: 0, daily, total: taps + daily })
  const answer = {
    rules: { energy: { max: 1000 } },
    players: [{ id: 'casual', sessions: 2, before: rings(100, 50), after: rings(150, 50) }],
    lastDay: { players: 5, sampled: 3, before: 200, after: 100 },
  }
  const simulate = ['game-rules', 'simulate', '--app', id, '--energy', '{"perSecond":2}']

  test('prints before and after beside each other, and no rules', async () => {
    expect(
      (await run(simulate, data(answer))).stdout
        .trimEnd()
        .split(/\n/)
        .map((line) => line.split(/ {2,}/)),
    ).toEqual([
      ['PLAYER', 'RINGS FROM', 'BEFORE', 'AFTER', 'CHANGE'],
      ['casual', 'taps', '100', '150', '+50 %'],
      ['casual', 'tap bot', '0', '0', 'none'],
      ['casual', 'daily reward', '50', '50', 'none'],
      ['casual', 'all', '150', '200', '+33 %'],
      ['3 of 5 who tapped', 'taps of 24 hours', '200', '100', '-50 %'],
    ])
  })

  test('--json has the answer as it is', async () => {
    expect(JSON.parse((await run([...simulate, '--json'], data(answer))).stdout)).toEqual(answer)
  })
})

test('game-stats get has a line for each day, below the totals', async () => {
  const figures = { taps: 7, newPlayers: 2, rings: { made: 9, spent: 4, claimed: 1, adjusted: 0 } }
  const none = { day1: null, day7: null, day30: null }
  const days = [Date.UTC(2026, 10, 24), Date.UTC(2026, 10, 25)].map((at, index) => ({
    ...{ at, ...figures, activePlayers: 3, retention: index === 0 ? { ...none, day1: 0.5 } : none },
  }))
  const answer = {
    from: days[0]!.at,
    countedUntil: null,
    totals: { ...figures, retention: none },
    today: days[1],
    days,
  }
  const { stdout } = await run(['game-stats', 'get', '--app', id], data(answer))
  const lines = stdout.trimEnd().split('\n')
  expect(lines.slice(-3).map((line) => line.split(/ {2,}/))).toEqual([
    [...['DAY', 'TAPS', 'ACTIVE PLAYERS', 'NEW PLAYERS', 'MADE', 'SPENT', 'CLAIMED', 'ADJUSTED'], 'BACK AFTER 1 D'],
    ['2026-11-24', '7', '3', '2', '9', '4', '1', '0', '50 %'],
    ['2026-11-25', '7', '3', '2', '9', '4', '1', '0', '-'],
  ])
  expect(stdout).toContain('totals.taps')
  expect(stdout).not.toContain('today')
})

describe('treasury get', () => {
  const get = async (more: object) =>
    (
      await run(
        ['treasury', 'get', '--app', id],
        data({ address: null, isPaused: false, token: null, owed: [], ...more }),
      )
    ).stderr

  test('says how a treasury is made, and what claims are paid in', async () => {
    expect(await get({})).toContain(
      'There is no treasury yet: claims that are paid on chain wait. Next: openauth treasury create',
    )
    expect(await get({ address: 'wallet' })).toContain('openauth game-rules update --payouts')
    expect(await get({ address: 'wallet', token: { mint: 'mint', decimals: 6 } })).toBe('')
  })
})

test('game-players ledger names the task or reason of a line', async () => {
  const line = { firstSeq: 1, lastSeq: 1, amount: 5, balance: 5, taps: 0, startedAt: 0, endedAt: 0, task: null }
  const rows = [
    { ...line, kind: 'task', reference: id, task: { id, title: 'Read the news' } },
    { ...line, kind: 'adjustment', reference: 'Lost in a contest' },
  ]
  const { stdout } = await run(['game-players', 'ledger', id, '--app', id], {
    body: { data: rows, meta: { totalItems: 2, totalPages: 1 } },
  })
  expect(stdout).toMatch(/ABOUT\n.*Read the news\n.*Lost in a contest/)
})
