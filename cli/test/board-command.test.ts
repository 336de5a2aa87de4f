import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestApp,
  type TestServer,
} from '../../api/src/testing.ts'
import type { Board, Ending } from '../src/board/board.ts'
import { createOperator, type EnvironmentOptions } from './cli.ts'

const { username, password } = adminCredentials
let home: string
let server: TestServer
let token: string
let app: TestApp
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Harbor Arcade')
  await createTestApp(server, token, 'Tide Market')
  for (const name of ['grace_hopper', 'ada_lovelace']) await signInAs(server, app.id, name)
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const waitUntil = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** An operator without a session. What is shown as a board is in `boards`; each ends with the next of `endings`. */
const createGuest = async (endings: Ending[] = ['quit']) => {
  const boards: Board[] = []
  const operator = await createOperator({
    fetch: globalThis.fetch,
    env: { OPENAUTH_ENDPOINT: server.url },
    showBoard: async (board) => {
      boards.push(board)
      await board.asked
      board.end(endings.shift() ?? 'quit')
      return board.ended
    },
  })
  return { ...operator, boards }
}

const withToken = () => ({ OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token })

describe('without a terminal', () => {
  test('openauth board prints the overview once', async () => {
    const { openauth, boards } = await createGuest()
    const { code, stdout, stderr } = await openauth(['board'], { env: withToken() })
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toMatch(/^Server:\nstatus: ok\n/)
    expect(stdout).toMatch(/\nLogins today:\nusername: 2\nfailed: 0\n/)
    expect(stdout).toMatch(/\n1\. Harbor Arcade, users 2, new 2, logins 2, methods username\n2\. Tide Market/)
    expect(boards).toEqual([])
  })

  test('it fails without a server, without a session, and for wrong options', async () => {
    const { openauth } = await createGuest()
    const nobody = { ...withToken(), OPENAUTH_ENDPOINT: 'http://127.0.0.1:9' }
    expect(await openauth(['board'], { env: nobody })).toMatchObject({ code: 1, stdout: '' })
    expect(await openauth(['board'])).toMatchObject({ code: 4, stderr: expect.stringContaining('Run: openauth login') })
    const foreign = await openauth(['board'], { env: { ...withToken(), OPENAUTH_TOKEN: 'a.b.c' } })
    expect(foreign).toMatchObject({ code: 4, stdout: '' })
    for (const wrong of [['--json'], ['--every', '0'], ['--every', 'often']])
      expect(await openauth(['board', ...wrong], { env: withToken() })).toMatchObject({ code: 2, stdout: '' })
  })

  test('openauth alone prints its help, as --help does', async () => {
    const { openauth, boards } = await createGuest()
    const help = await openauth(['--help'])
    expect(await openauth([], { env: withToken() })).toEqual(help)
    // Standard input is no terminal.
    expect((await openauth([], { env: withToken(), columns: 100 })).stdout).toMatch(/^Usage: openauth/)
    expect(boards).toEqual([])
  })
})

describe('on a terminal', () => {
  const terminal: EnvironmentOptions = { answers: [], columns: 100 }

  test('openauth alone opens the board with a session, and does what it always did for anything else', async () => {
    const { openauth, boards } = await createGuest()
    expect(await openauth([], { ...terminal, env: withToken() })).toEqual({ code: 0, stdout: '', stderr: '' })
    expect(boards[0]!.state().entries[0].data).toMatchObject({ kind: 'overview' })
    expect(await openauth(['--utc', `--endpoint=${server.url}`], { ...terminal, env: withToken() })).toMatchObject({
      code: 0,
    })
    expect([boards.length, boards[1]!.state().isUtc]).toEqual([2, true])
    expect((await openauth(['--json'], { ...terminal, env: withToken() })).stdout).toMatch(/^Usage: openauth/)
    expect((await openauth(['board', '--every', '30'], { ...terminal, env: withToken() })).code).toBe(0)
    expect([boards.length, boards[2]!.state().every]).toEqual([3, 30_000])
  })

  test('it offers to sign in; who declines sees the help', async () => {
    const { openauth, asked, boards } = await createGuest()
    const declined = await openauth([], { answers: [false], columns: 100 })
    expect(declined.code).toBe(0)
    expect(declined.stdout).toMatch(/^Usage: openauth/)
    expect(declined.stderr).toContain(`Not signed in to ${server.url}. Run: openauth login`)
    expect((await openauth(['board'], { answers: [false], columns: 100 })).code).toBe(4)
    expect(boards).toEqual([])
    expect((await openauth([], { answers: [true, username, password], columns: 100 })).code).toBe(0)
    expect(boards).toHaveLength(1)
    expect(asked.at(-3)).toMatch(/^Not signed in to http/)
    expect(asked.slice(-2)).toEqual(['Username', 'Password'])
  })

  test('a session that ends is followed by a login and the board again', async () => {
    const { openauth, asked, boards } = await createGuest(['login', 'quit'])
    await openauth(['login', '--username', username, '--password-stdin'], { stdin: password })
    expect((await openauth([], { answers: [username, password], columns: 100 })).code).toBe(0)
    expect(boards).toHaveLength(2)
    expect(asked).toEqual(['Username', 'Password'])
  })

  test('without a server or an admin it prints the help, and says why it opens nothing', async () => {
    const { openauth } = await createGuest()
    const env = { OPENAUTH_ENDPOINT: 'http://127.0.0.1:9' }
    const { code, stdout, stderr } = await openauth([], { ...terminal, env })
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('Cannot reach http://127.0.0.1:9') })
    expect(stdout).toMatch(/^Usage: openauth/)
    expect((await openauth(['board'], { ...terminal, env })).code).toBe(1)
  })
})

describe('as lines of text', () => {
  /** Opens the board as text; each command waits for what it prints, which comes after what was printed before. */
  const openText = async (argv: string[], more: Record<string, string> = {}) => {
    const stdin = new PassThrough()
    const { openauth, boards } = await createGuest()
    let seen = 0
    const written: string[] = []
    const ending = openauth(argv, {
      answers: [],
      columns: 90,
      stdin,
      env: { ...withToken(), ...more },
      onWrite: (text) => void written.push(text),
    })
    const expectText = async (expected: RegExp): Promise<string> => {
      await waitUntil(() => expect(written.join('').slice(seen)).toMatch(expected))
      const text = written.join('').slice(seen)
      seen += text.length
      return text
    }
    const say = (line: string, expected: RegExp) => {
      stdin.write(`${line}\n`)
      return expectText(expected)
    }
    return { say, expectText, ending, boards, end: () => stdin.end() }
  }

  test('numbers open, b goes back, / searches, q quits; nothing moves the cursor', async () => {
    const { say, expectText, ending, boards } = await openText(['board', '--plain'])
    const overview = await expectText(/Commands: .*q quits\.\n$/)
    expect(overview).toMatch(/\n1\. Harbor Arcade, /)
    const ofApp = await say('1', /Commands: /)
    expect(ofApp).toMatch(/App Harbor Arcade:[\s\S]*\n1\. ada_lovelace, seen just now, state active/)
    expect(await say('1', /Newest sends:\nNone\./)).toMatch(/Account:\nname: ada_lovelace\n/)
    expect(await say('b', /Commands: /)).toContain('App Harbor Arcade:')
    expect(await say('/grace', /Users found, 1 of 1/)).toMatch(/\n1\. grace_hopper/)
    await say('9', /There is no 9 here\./)
    await say('dance', /“dance” is no command\./)
    await say('', /Users found, 1 of 1/)
    await say('q', /^$/)
    const { code, stdout } = await ending
    expect(code).toBe(0)
    expect(stdout.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
    expect(boards).toEqual([])
  })

  test.each<Record<string, string>>([{ OPENAUTH_PLAIN: '1' }, { TERM: 'dumb' }])(
    '%j is as --plain, and the end of the input ends it',
    async (more) => {
      const { expectText, ending, end, boards } = await openText([], more)
      await expectText(/Server:\nstatus: ok/)
      end()
      expect(await ending).toMatchObject({ code: 0, stderr: '' })
      expect(boards).toEqual([])
    },
  )

  test('new events are told as they come', async () => {
    const { say, expectText, ending } = await openText(['board', '--plain', '--every', '1'])
    await expectText(/Commands: /)
    const { id } = await server.as(token).apps.create({ name: 'New one' })
    await expectText(/New event: \d\d:\d\d:\d\d, action app\.create, by operator, what New one/)
    await server.as(token).apps.delete({ id })
    await expectText(/action app\.delete/)
    await say('q', /^$/)
    await ending
  })
})
