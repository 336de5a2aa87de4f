import { cp, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  freePort,
  noPublicNodes,
  signInAs,
  signInAsAdmin,
  testServer,
  type TestServer,
} from '../../api/src/testing.ts'
import { buildCli } from '../build.mjs'
import { ESCAPE, openTerminal } from './terminal.testing.ts'

const { username, password } = adminCredentials
const source = fileURLToPath(new URL('..', import.meta.url))
let home: string
let server: TestServer
let token: string
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-board-'))
  await cp(join(source, 'bin'), join(home, 'bin'), { recursive: true })
  await cp(join(source, 'package.json'), join(home, 'package.json'))
  await buildCli(join(home, 'dist'))
  server = await testServer({ ...noPublicNodes, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  const app = await createTestApp(server, token, 'Harbor Arcade')
  await signInAs(server, app.id, 'ada_lovelace')
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

/** The program on a terminal. */
const open = (
  argv: string,
  { columns = 80, rows = 24, ...env }: { columns?: number; rows?: number } & Record<string, unknown> = {},
) =>
  openTerminal(`${process.execPath} '${join(home, 'bin/openauth.js')}' ${argv}`, {
    columns,
    rows,
    folder: home,
    env: {
      XDG_CONFIG_HOME: home,
      OPENAUTH_ENDPOINT: server.url,
      OPENAUTH_TOKEN: token,
      ...(env as Record<string, string>),
    },
  })

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

const colour = new RegExp(String.raw`${ESCAPE}\[[\d;]*m`)
/** The alternate screen is left, the cursor is back, and lines wrap again. */
const restored = `${ESCAPE}[?25h${ESCAPE}[?7h${ESCAPE}[?1049l`

/** The way to the server, which can be cut. */
const createWay = async () => {
  const port = await freePort()
  const sockets = new Set<Socket>()
  let listener: Server | undefined
  const restore = () =>
    new Promise<void>((resolve) => {
      listener = createServer((socket) => {
        const target = connect(Number(new URL(server.url).port), '127.0.0.1')
        for (const each of [socket, target]) {
          sockets.add(each)
          each.on('error', () => {}).on('close', () => sockets.delete(each))
        }
        socket.pipe(target).pipe(socket)
      }).listen(port, '127.0.0.1', resolve)
    })
  const cut = () =>
    new Promise<void>((resolve) => {
      listener?.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  await restore()
  return { url: `http://127.0.0.1:${port}`, cut, restore }
}

test('openauth alone opens the board; keys move in it, and q leaves the terminal as it was', async () => {
  const { press, waitFor, written, ended } = open('', { columns: 100 })
  await waitFor(/SERVER[\s\S]*› Harbor Arcade/)
  expect(written()).toMatch(colour)
  press('\r')
  await waitFor(/› ada_lovelace/)
  press('\r')
  await waitFor(/WALLETS[\s\S]*0x[0-9a-fA-F]{40}/)
  press('\u001b')
  await waitFor(/USERS {2}1, newest first/)
  press('q')
  await ended
  expect(written().endsWith(`${restored}left with 0\r\n`)).toBe(true)
})

test('what does not change is not written again', async () => {
  const { waitFor, written, press, ended } = open('board --every 1', { columns: 100 })
  await waitFor(/› Harbor Arcade/)
  const before = written().length
  const clock = () => /· (\d\d:\d\d:\d\d)/.exec(written().slice(written().lastIndexOf('every')))?.[1]
  const first = clock()
  await expect.poll(clock).not.toBe(first)
  const drawn = written().slice(before)
  expect(drawn).not.toContain('Harbor Arcade')
  expect(drawn).not.toContain('\u001b[2J')
  press('q')
  await ended
})

test('NO_COLOR: not a single colour, and the chosen row has its mark', async () => {
  const { waitFor, written, press, ended } = open('board', { NO_COLOR: '1' })
  await waitFor(/› Harbor Arcade/)
  expect(written()).not.toMatch(colour)
  press('\u0003')
  await ended
  expect(written()).toContain('left with 0')
})

test('TERM=dumb: lines of text, and no control sequences', async () => {
  const { waitFor, written, press, ended } = open('', { TERM: 'dumb' })
  await waitFor(/1\. Harbor Arcade/)
  press('q\n')
  await ended
  expect(written()).not.toContain('\u001b')
  expect(written()).toContain('left with 0')
})

test('a new size is drawn anew, wide and narrow', async () => {
  const { lines, waitFor, resize, press, ended } = open('', { columns: 200, rows: 40 })
  await waitFor(/SERVER +REQUESTS +LOGINS TODAY/)
  for (const [columns, rows] of [
    [40, 16],
    [60, 24],
    [100, 30],
  ] as const) {
    await resize({ columns, rows })
    await waitFor(columns < 88 ? /^OpenAuth .*\n\nstatus ok/ : /\nSERVER +REQUESTS/)
    // A size is set in two steps, first its columns.
    await expect.poll(() => lines().length).toBe(rows)
    const shown = await waitFor(/› Harbor Arcade[\s\S]*q quit$/)
    expect(Math.max(...shown.map((text) => text.length))).toBeLessThan(columns)
    expect(shown.at(rows - 1)).toMatch(/q quit$/)
  }
  press('q')
  await ended
})

test('a server that is gone is told, tried again, and shown when it is back', async () => {
  const way = await createWay()
  const { waitFor, press, ended } = open('board --every 1', { OPENAUTH_ENDPOINT: way.url })
  await waitFor(/● ok[\s\S]*› Harbor Arcade/)
  await way.cut()
  const gone = await waitFor(/● no answer · as of [\s\S]*Cannot reach [\s\S]*Trying again/)
  // What is known stays on the screen.
  expect(gone.join('\n')).toContain('› Harbor Arcade')
  await way.restore()
  const back = await waitFor(/● ok/)
  expect(back.join('\n')).not.toContain('Cannot reach')
  press('q')
  await ended
  await way.cut()
})

test('a session that has ended: the board says so, and goes on after a login', async () => {
  const { waitFor, press, written, ended } = open('', { OPENAUTH_TOKEN: '' })
  await waitFor(/Not signed in[\s\S]*Go on\?/)
  press('y')
  await waitFor(/Username:/)
  press(`${username}\r`)
  await waitFor(/Password:/)
  press(`${password}\r`)
  await waitFor(/› Harbor Arcade/)
  const admin = server.as(token)
  const { data: sessions } = await admin.adminSessions.list()
  const ours = sessions.find(({ userAgent }) => userAgent?.startsWith('openauth-cli/'))!
  await admin.adminSessions.revoke({ id: ours.id })
  press('r')
  await waitFor(/● signed out[\s\S]*The session has ended\. Enter signs in again\./)
  press('\r')
  await waitFor(/Sign in to http/)
  press(`${username}\r`)
  await waitFor(/Password:/)
  press(`${password}\r`)
  await waitFor(/● ok[\s\S]*› Harbor Arcade/)
  press('q')
  await ended
  expect(written()).not.toContain(password)
  expect(written()).toContain('left with 0')
})

test('SIGTERM restores the terminal', async () => {
  const { waitFor, written, pid, ended } = open('')
  await waitFor(/› Harbor Arcade/)
  process.kill(await pid(), 'SIGTERM')
  await ended
  expect(written().endsWith(`${restored}left with 0\r\n`)).toBe(true)
})

test('a terminal that closes ends the program', async () => {
  const { waitFor, close, pid } = open('')
  await waitFor(/› Harbor Arcade/)
  const program = await pid()
  close()
  await expect.poll(() => isRunning(program)).toBe(false)
})
