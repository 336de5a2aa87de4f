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
