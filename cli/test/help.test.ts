import { taskKinds } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { derivedOutline } from '../src/derive-outline.ts'
import { createOperator, data, fakeServer } from './cli.ts'

const runs = async (...argv: string[]) => (await createOperator()).openauth(argv)

describe('openauth help', () => {
  test('prints what --help prints', async () => {
    expect(await runs('help')).toEqual(await runs('--help'))
    expect((await runs('help')).stdout).toContain('Usage: openauth [options]')
  })

  test.each([[['setup']], [['game-tasks']], [['game-tasks', 'create']], [['apps', 'secrets', 'create']]])(
    'of %j prints the help of that command',
    async (words) => {
      const { code, stdout } = await runs('help', ...words)
      expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringContaining(`Usage: openauth ${words.join(' ')} `)])
      expect(stdout).toEqual((await runs(...words, '--help')).stdout)
    },
  )

  test('of a command that does not exist tells where to look', async () => {
    expect(await runs('help', 'apps', 'frobnicate')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'Error: There is no command apps frobnicate. See: openauth apps --help\n',
    })
    expect((await runs('help', '__complete')).code).toBe(2)
  })

  test('lists the nouns of the tap game together', async () => {
    const { stdout } = await runs('help')
    const section = stdout.slice(stdout.indexOf('Tap game:'))
    for (const noun of ['game-rules', 'boards', 'squads', 'treasury', 'ring-claims'])
      expect(section).toContain(`  ${noun} `)
    expect(section).not.toMatch(/ {2}(apps|completion) /)
  })
})

test('a long list of values has a line of its own, and leaves the other options their room', async () => {
  const { stdout } = await runs('users', 'import', '--help')
  const lines = stdout.split('\n')
  const at = lines.findIndex((line) => line.startsWith('  --format <auto|'))
  expect(lines[at]).toMatch(/cognito>$/)
  expect(lines[at + 1]).toMatch(/^ {28}whose export it is/)
  expect(stdout).toContain('  --dry-run                 judge every row and store nothing\n')
})

describe('the help of a command with JSON', () => {
  const helpOf = async (...words: string[]) => (await runs(...words, '--help')).stdout.replace(/\n +/g, '\n')

  test('describes each kind of a task with its fields, of the contract', async () => {
    const help = await helpOf('game-tasks', 'create')
    for (const kind of taskKinds) expect(help).toContain(`"kind": "${kind}"`)
    expect(help).toContain('dwellSeconds: whole number, 0 to 86400 (default 10); how long after')
    expect(help).toContain('amount: text (required); the least amount, in smallest units')
    expect(help).toContain('JSON of --translations: object:\nen, es, ru, zh: object\ntitle: text (required)')
  })

  test('describes each section of the rules, also within others and in lists', async () => {
    const help = await helpOf('game-rules', 'update')
    for (const flag of ['taps', 'energy', 'boosts', 'squads', 'anti-cheat', 'payouts'])
      expect(help).toContain(`JSON of --${flag}: object:`)
    expect(help).toMatch(/tapBot: object\nprices: list of whole numbers/)
    expect(help).toContain('JSON of --levels: list of whole numbers, 1 to 1000000000000')
    expect(help).toMatch(/JSON of --leagues: list of objects:\nid, name: text \(required\)/)
  })

  test('says of every JSON option how it is written', () => {
    const json = derivedOutline
      .flatMap(({ details }) => details.commands.flatMap(({ flags }) => flags))
      .filter(({ kind }) => kind === 'json')
    expect(json.length).toBeGreaterThan(15)
    expect(json.filter(({ shape }) => !shape || shape[0]!.text.includes('any JSON')).map(({ name }) => name)).toEqual(
      [],
    )
  })
})

describe('a time', () => {
  const requestOf = async (time: string) => {
    const { fetch, requests } = fakeServer(() => data({}))
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
    const { code, stderr } = await openauth(['game-tasks', 'update', id, '--app', id, '--ends-at', time])
    return { code, stderr, body: requests[0]?.body }
  }

  test.each([
    ['1796115600000', 1_796_115_600_000],
    ['2026-12-01T09:00Z', 1_796_115_600_000],
    ['2026-12-01T09:00:00.500Z', 1_796_115_600_500],
    ['2026-12-01T10:00+01:00', 1_796_115_600_000],
    ['null', null],
  ])('%s is sent as milliseconds since the epoch', async (time, sent) => {
    expect(await requestOf(time)).toMatchObject({ code: 0, body: { endsAt: sent } })
  })

  test.each(['2026-12-01T09:00', '2026-12-01', 'tomorrow', '2026-13-01T09:00Z', '2026-02-30T09:00Z', '-5'])(
    '%s is refused',
    async (time) => {
      const { code, stderr, body } = await requestOf(time)
      expect([code, body]).toEqual([2, undefined])
      expect(stderr).toContain(
        '--ends-at must be milliseconds since the epoch, or a time with its zone such as 2026-12-01T09:00Z',
      )
    },
  )
})
