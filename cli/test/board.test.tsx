import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { render } from 'ink-testing-library'
import { afterAll, afterEach, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import {
  createTestApp,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestApp,
  type TestServer,
  type TestUser,
} from '../../api/src/testing.ts'
import { type Board, createBoard } from '../src/board/board.ts'
import { typedCalls } from '../src/board/calls.ts'
import { frameOf } from '../src/board/frame.ts'
import { lineText, lineWidth } from '../src/board/lines.ts'
import { BoardView } from '../src/ui/board-view.ts'
import { openContext } from '../src/context.ts'

let home: string
let server: TestServer
let token: string
let app: TestApp
let ada: TestUser
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  app = await createTestApp(server, token, 'Harbor Arcade')
  await createTestApp(server, token, 'Tide Market')
  for (let n = 10; n < 75; n += 1) await signInAs(server, app.id, `player_${n}`)
  ada = await signInAs(server, app.id, 'ada_lovelace')
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const opened: Board[] = []
afterEach(() => opened.splice(0).forEach((board) => board.end('quit')))

const waitUntil = (check: () => void) => vi.waitFor(check, { timeout: 60_000, interval: 20 })

/** A board with the session of an admin. */
const openBoard = async ({ admin = token, canSignIn = true, every = 60_000 } = {}): Promise<Board> => {
  const { call } = await openContext(
    {
      env: { XDG_CONFIG_HOME: home, OPENAUTH_TOKEN: admin, OPENAUTH_ENDPOINT: server.url },
      stdin: new PassThrough(),
      stdout: { write: () => {} },
      stderr: { write: () => {} },
      fetch: globalThis.fetch,
      prompts: undefined as never,
      showProgress: undefined as never,
    },
    {},
  )
  const board = createBoard({ call: typedCalls(call), every, canSignIn, isUtc: true, host: new URL(server.url).host })
  opened.push(board)
  await board.asked
  return board
}

const textOf = (board: Board, columns = 100, rows = 40): string =>
  frameOf(board.state(), columns, rows).lines.map(lineText).join('\n')

const keys = { enter: '\r', escape: '\u001b', down: '\u001b[B', up: '\u001b[A', pageDown: '\u001b[6~', end: '\u001b[F' }

/** Draws a board, and types keys: each waits for what it shows. */
const draw = async (board: Board, columns = 100) => {
  const { stdin, lastFrame, unmount } = render(
    <BoardView board={board} columns={columns} rows={30} isColored={false} />,
  )
  onTestFinished(unmount)
  await waitUntil(() => expect(stdin.listenerCount('readable')).toBeGreaterThan(0))
  return async (typed: string, expected: string | RegExp) => {
    stdin.write(typed)
    await waitUntil(() => expect(lastFrame()).toMatch(expected))
    return lastFrame()!
  }
}

describe('the overview', () => {
  test('says how the server is, what was done today, and which apps there are', async () => {
    const text = textOf(await openBoard())
    expect(text).toMatch(/^OpenAuth 127\.0\.0\.1:\d+ +● ok · every 60 s · \d\d:\d\d:\d\d$/m)
    expect(text).toMatch(/status +ok/)
    expect(text).toMatch(/rate +\d+(\.\d)? a second/)
    expect(text).toMatch(/username +66 +█+/)
    expect(text).toMatch(/new today +66/)
    expect(text).toMatch(/› Harbor Arcade +66 +66 +66/)
    expect(text).toMatch(/ {2}Tide Market +0 +0 +0/)
    expect(text).toMatch(/\d\d:\d\d:\d\d +app\.create +operator +Tide Market/)
  })

  test('fits every size: no line is as wide as the terminal, and none is below it', async () => {
    const board = await openBoard()
    for (const columns of [20, 40, 54, 60, 80, 100, 140, 200])
      for (const rows of [8, 12, 24, 50]) {
        const { lines } = frameOf(board.state(), columns, rows)
        expect([columns, rows, lines.length]).toEqual([columns, rows, rows])
        expect(Math.max(...lines.map(lineWidth))).toBeLessThan(columns)
        if (rows >= 12) expect(lines.map(lineText).join('\n')).toContain('› Harbor')
        if (columns >= 40) expect(lineText(lines.at(-1)!)).toContain('q quit')
      }
  })

  test('keeps the chosen app where it is when another comes before it', async () => {
    const board = await openBoard()
    const press = await draw(board)
    await press(keys.down, /› Tide Market/)
    const { id } = await server.as(token).apps.create({ name: 'Another one' })
    await press('r', /Another one/)
    expect(textOf(board)).toMatch(/› Tide Market/)
    await server.as(token).apps.delete({ id })
  })
})

test('enter opens an app, then a user; escape goes back', async () => {
  const press = await draw(await openBoard())
  expect(await press(keys.enter, /USERS {2}66, newest first/)).toMatch(
    /Harbor Arcade[\s\S]*› ada_lovelace +just now +active/,
  )
  const { ethWallet } = await ada.client.account.wallets()
  const user = await press(keys.enter, ethWallet)
  expect(user).toMatch(/IDENTITIES\nusername {2}ada_lovelace/)
  expect(user).toMatch(/SESSIONS\nusername {2}just now, 127\.0\.0\.1/)
  expect(user).toMatch(/TAP GAME\nHas never played\./)
  await ada.client.game.click({ count: 3, seq: 1, gaps: [60_000, 190, 204] })
  expect(await press('r', /rings +3, of 3 earned/)).toMatch(/ledger +adds up/)
  await press(keys.escape, /USERS {2}66/)
  await press(keys.escape, /NEWEST EVENTS/)
})

test('a list reads its next page near its end, and no user twice', async () => {
  const board = await openBoard()
  const press = await draw(board)
  await press(keys.enter, /› ada_lovelace/)
  await press(keys.end, /player_\d\d/)
  await waitUntil(() => expect(board.state().entries.at(-1)?.data).toMatchObject({ list: { next: null } }))
  await press(keys.end, /› player_10/)
  const { data } = board.state().entries.at(-1)!
  const ids = data?.kind === 'app' ? data.list.users.map(({ id }) => id) : []
  expect([ids.length, new Set(ids).size]).toEqual([66, 66])
})

test('a search finds apps and users, from an app its own; it can be corrected and left', async () => {
  const press = await draw(await openBoard(), 60)
  await press('/', /Search: ▏$/)
  await press('tidee', /Search: tidee▏$/)
  await press('\u007f', /Search: tide▏$/)
  expect(await press(keys.enter, /› Tide Market/)).toContain('APPS')
  await press(keys.escape, /NEWEST EVENTS/)
  await press('/ada\r', /› ada_lovelace/)
  await press(keys.escape, /NEWEST EVENTS/)
  await press('/nobody at all\r', /Nothing found\./)
  await press('/x', /Search: x▏/)
  await press(keys.escape, /q quit$/)
})

test('help tells the keys, and any key closes it', async () => {
  const press = await draw(await openBoard(), 60)
  expect(await press('?', /KEYS/)).toMatch(/q {10}quit; so does Ctrl-C/)
  await press('x', /NEWEST EVENTS/)
})

test.each([['q'], ['\u0003']])('%j ends the board', async (key) => {
  const board = await openBoard()
  const { stdin } = render(<BoardView board={board} columns={80} rows={24} isColored={false} />)
  await waitUntil(() => expect(stdin.listenerCount('readable')).toBeGreaterThan(0))
  stdin.write(key)
  expect(await board.ended).toBe('quit')
})

test('what names contain reaches no terminal as a control character', async () => {
  const hostile = 'evil\u001b]0;title\u0007\u009b2J\u202e'
  await server.resources.db.prisma.user.update({ where: { id: ada.id }, data: { displayName: hostile } })
  const board = await openBoard()
  const press = await draw(board)
  await press(keys.enter, /evil/)
  const frame = await press(keys.enter, /ACCOUNT/)
  expect(frame).toContain('evil\\x1b]0;title\\x07\\x9b2J\\u{202e}')
  expect(frame.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\u202e]/u)
  await server.resources.db.prisma.user.update({ where: { id: ada.id }, data: { displayName: null } })
})

test('a user who is deleted while it is shown leaves a sentence', async () => {
  const gone = await signInAs(server, app.id, 'soon_gone')
  const board = await openBoard()
  board.open({ kind: 'user', app: { id: app.id, name: 'Harbor Arcade' }, id: gone.id, name: 'soon_gone' })
  await waitUntil(() => expect(textOf(board)).toContain('soon_gone'))
  await waitUntil(() => expect(textOf(board)).toContain('ACCOUNT'))
  await server.as(token).users.delete({ appId: app.id, id: gone.id })
  await board.refresh()
  expect(textOf(board)).toMatch(/No such user|not found/i)
})

describe('a session that ends', () => {
  test('is told, and enter asks for a new one', async () => {
    const other = await signInAsAdmin(server)
    const board = await openBoard({ admin: other })
    await server.as(other).setup.logout()
    await board.refresh()
    expect(textOf(board, 60)).toMatch(/● signed out[\s\S]*The session has ended\. Enter signs in again\./)
    const { stdin } = render(<BoardView board={board} columns={80} rows={24} isColored={false} />)
    await waitUntil(() => expect(stdin.listenerCount('readable')).toBeGreaterThan(0))
    stdin.write('\r')
    expect(await board.ended).toBe('login')
  })

  test('of OPENAUTH_TOKEN is told without an offer that would not help', async () => {
    const board = await openBoard({ admin: 'a.b.c', canSignIn: false })
    expect(textOf(board, 200)).toMatch(/unset\s+OPENAUTH_TOKEN/)
  })
})
