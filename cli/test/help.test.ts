import { describe, expect, test } from 'vitest'
import { createOperator } from './cli.ts'

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
    expect(section).not.toContain('  apps ')
  })
})
