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
    at,
    ...figures,
    activePlayers: 3,
    retention: index === 0 ? { ...none, day1: 0.5 } : none,
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
    ['DAY', 'TAPS', 'ACTIVE PLAYERS', 'NEW PLAYERS', 'MADE', 'SPENT', 'CLAIMED', 'ADJUSTED', 'BACK AFTER 1 D'],
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

describe('lists of the game have a line for each row', () => {
  const at = Date.UTC(2026, 10, 24)
  const user = 'c8150df5-4dfe-4955-8e0b-f10796ac679e'
  const page = (row: object, meta = { totalItems: 2, totalPages: 1 }) => ({ body: { data: [row, row], meta } })
  const linesAt = async (command: string, answer: object, columns?: number) => {
    const { stdout } = await run([...command.split(' '), '--app', id], answer, columns)
    return stdout.trimEnd().split('\n')
  }
  const claim = { id, userId: user, createdAt: at, rings: 12_500, amount: '125000000', status: 'failed' }
  const claims = page({ ...claim, problem: 'refused_by_chain' })

  test('ring-claims list shortens ids where a row has no room, and nothing in a pipe', async () => {
    const [header, row, ...more] = await linesAt('ring-claims list', claims, 110)
    expect([header!.split(/ {2,}/), more.length]).toEqual([
      ['CREATED AT', 'USER ID', 'ID', 'RINGS', 'AMOUNT', 'STATUS', 'PROBLEM'],
      1,
    ])
    expect(row).toContain('c8150df5…679e  7b1f4f0e…89ab  12500  125000000  failed  refused_by_chain')
    expect((await linesAt('ring-claims list', claims))[1]).toContain(`${user}  ${id}`)
    const few = await linesAt('ring-claims list', page({ ...claim, problem: null }), 110)
    expect([few.length, few[0]!.includes('PROBLEM')]).toEqual([3, false])
    expect(few[1]).toContain(`c8150df5…679e  ${id}`)
    // With more to show than fits, ids are whole again.
    expect((await linesAt('ring-claims list', claims, 60)).join(' ')).toContain(user)
  })

  const flags = { userId: user, displayName: 'Grace', codes: ['short_rest', 'steady_gaps'], foundAt: at, heldSince: at }
  const task = { position: 1, id, title: 'Join our channel', check: { kind: 'telegram_member' }, reward: 5000 }
  test.each([
    ['ring-claims list', page({ ...claim, problem: null })],
    ['game-reviews list', page({ ...flags, state: 'appealed', appealedAt: at })],
    [
      'boards top week',
      page({ userId: user, rank: 1, username: 'A rather long name of a player', avatar: null, rings: 1 }),
    ],
    ['game-tasks list', page({ ...task, enabled: true, completions: 1200, problem: null })],
  ])('%s, at 80 and 110 columns', async (command, answer) => {
    for (const width of [80, 110]) {
      const lines = await linesAt(command, answer, width)
      expect([lines.length, Math.max(...lines.map((line) => line.length)) <= width]).toEqual([3, true])
    }
  })
})
