import { afterAll, beforeAll, expect, test } from 'vitest'
import { readFile } from 'node:fs/promises'
import { deviceLoginsOf } from '../../api/src/features/device-logins/device-logins.testing.ts'
import { adminCredentials, signInAsAdmin, testServer, type TestServer } from '../../api/src/testing.ts'
import { createOperator, data, fakeServer } from './cli.ts'

let server: TestServer
let logins: ReturnType<typeof deviceLoginsOf>
let adminToken: string
beforeAll(async () => {
  server = await testServer({ OPENAUTH_CONSOLE: 'on' })
  adminToken = await signInAsAdmin(server)
  logins = deviceLoginsOf(server, adminToken)
})
afterAll(() => server.stop())

/** The code that a terminal shows. */
const codeIn = (text: string): string => /\b[A-Z]{4}-[A-Z]{4}\b/.exec(text)![0]

/** An operator whose waits are steps of the test: each decides what happens before the next poll. */
const waiting = async (steps: ((userCode: string) => Promise<unknown>)[]) => {
  let shown = ''
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const response = await globalThis.fetch(input, init)
    const text = await response.clone().text()
    if (text.includes('"userCode"')) shown = codeIn(text)
    return response
  }
  const waits: number[] = []
  const opened: string[] = []
  const operator = await createOperator({
    fetch,
    env: { OPENAUTH_ENDPOINT: server.url, DISPLAY: ':0' },
    wait: async (milliseconds) => {
      waits.push(milliseconds)
      await logins.prisma.deviceLogin.updateMany({ data: { lastPolledAt: new Date(0) } })
      await (steps.shift() ?? (() => Promise.resolve()))(shown)
    },
    openBrowser: async (address) => void opened.push(address),
  })
  return { ...operator, waits, opened }
}

test('login --web prints code and address, waits for the approval, and saves the session', async () => {
  const { openauth, profiles, waits } = await waiting([async () => {}, (code) => logins.approve(code)])
  const { code, stdout, stderr } = await openauth(['login', '--web', '--device-name', 'laptop'])
  expect({ code, stdout }).toEqual({ code: 0, stdout: '' })
  expect(stderr).toContain(`${server.settings.publicUrl}/console/device`)
  expect(stderr).toContain(`Signed in to ${server.url} as ${adminCredentials.username}.`)
  expect(waits).toEqual([5000, 5000])
  const { token } = JSON.parse(await readFile(profiles, 'utf8')).profiles[server.url]
  expect(stderr).not.toContain(token)
  const { data: sessions } = await server.as(adminToken).adminSessions.list()
  expect(sessions.map(({ deviceName }) => deviceName)).toContain('laptop')
  expect((await openauth(['logout'])).code).toBe(0)
  await expect(server.as(token).setup.whoami()).rejects.toMatchObject({ status: 401 })
})

test('login --web opens a browser on a terminal, and not without one, through SSH or where it is switched off', async () => {
  const approve = [1, 2, 3, 4].map(() => (code: string) => logins.approve(code))
  const { openauth, opened } = await waiting(approve)
  await openauth(['login', '--web'], { answers: [] })
  expect(opened).toEqual([`${server.settings.publicUrl}/console/device`])
  await openauth(['login', '--web'])
  await openauth(['login', '--web'], { answers: [], env: { SSH_CONNECTION: '10.0.0.1 1 10.0.0.2 22' } })
  await openauth(['login', '--web', '--no-browser'], { answers: [] })
  expect(opened).toHaveLength(1)
})

test('a denied login exits with 1 and saves nothing', async () => {
  const { openauth } = await waiting([
    async (userCode) => {
      const { id } = await logins.approver.show({ userCode })
      await logins.approver.deny({ id, userCode })
    },
  ])
  const { code, stderr } = await openauth(['login', '--web'])
  expect(code).toBe(1)
  expect(stderr).toContain('denied in the console')
  expect((await openauth(['whoami'])).code).toBe(4)
})

test('a code that expires meanwhile exits with 1 and says what to run', async () => {
  const { openauth } = await waiting([() => logins.prisma.deviceLogin.deleteMany()])
  const { code, stderr } = await openauth(['login', '--web'])
  expect(code).toBe(1)
  expect(stderr).toContain('openauth login --web')
})

test('slow_down makes the program wait 5 seconds longer, and a server that is away is asked again later', async () => {
  const answers = [
    { status: 400, body: { code: 'slow_down', message: 'slow' } },
    { status: 503, body: { code: 'database_unavailable', message: 'The database cannot be reached' } },
    { status: 400, body: { code: 'authorization_pending', message: 'not yet' } },
    data({ token: 'a.b.c', username: 'root' }),
  ]
  const { fetch } = fakeServer(({ url }) =>
    url.pathname.endsWith('/token')
      ? answers.shift()!
      : data({ deviceCode: 'd', userCode: 'BCDF-GHJK', verificationUri: null, expiresIn: 600, interval: 5 }),
  )
  const waits: number[] = []
  const { openauth } = await createOperator({ fetch, wait: async (time) => void waits.push(time) })
  const { code, stderr } = await openauth(['login', '--web'])
  expect(code).toBe(0)
  expect(waits).toEqual([5000, 10_000, 20_000, 20_000])
  expect(stderr).toContain('“Approve a command line”')
  expect(stderr).toContain('The database cannot be reached. Trying again')
})

test('an address that a server gives is neither opened nor interpreted by the terminal where it is none', async () => {
  const { fetch } = fakeServer(({ url }) =>
    url.pathname.endsWith('/token')
      ? data({ token: 'a.b.c', username: 'root' })
      : data({ deviceCode: 'd', userCode: 'X', verificationUri: 'file:///\u001b[2J', expiresIn: 600, interval: 5 }),
  )
  const opened: string[] = []
  const { openauth } = await createOperator({
    fetch,
    wait: async () => {},
    env: { DISPLAY: ':0' },
    openBrowser: async (address) => void opened.push(address),
  })
  const { stderr } = await openauth(['login', '--web'], { answers: [] })
  expect(opened).toEqual([])
  expect(stderr).not.toContain('\u001b')
})

test('auth token prints the token that is asked for, and auth status where it is, without it', async () => {
  const { openauth } = await waiting([(code) => logins.approve(code)])
  expect((await openauth(['auth', 'token'])).code).toBe(4)
  await openauth(['login', '--web'])
  const { stdout: token } = await openauth(['auth', 'token'])
  expect((await server.as(token.trim()).setup.whoami()).username).toBe(adminCredentials.username)
  const { stdout } = await openauth(['auth', 'status'])
  expect(stdout).toContain('the profiles file')
  expect(stdout).not.toContain(token.trim())
})
