import { afterAll, beforeAll, expect, test } from 'vitest'
import { compareVersions } from '../src/tasks/server.ts'
import { adminCredentials, testServer, type TestServer } from '../../api/src/testing.ts'
import { createOperator, data, fakeServer, fileWith } from './cli.ts'

let server: TestServer
beforeAll(async () => {
  server = await testServer()
})
afterAll(() => server.stop())

const operatorOf = () => createOperator({ fetch: globalThis.fetch, env: { OPENAUTH_ENDPOINT: server.url } })

test('init takes a new server to a user who can log in, by flags alone, and can be run again', async () => {
  const { openauth } = await operatorOf()
  const [admin, user] = [await fileWith(adminCredentials.password), await fileWith('password of ada')]
  const argv = ['init', '--username', adminCredentials.username, '--password', `@${admin}`, '--app-name', 'Game']
  const withUser = [...argv, '--test-user', 'ada', '--test-password', `@${user}`, '--json']
  const first = await openauth(withUser)
  expect(first.code).toBe(0)
  const made = JSON.parse(first.stdout)
  expect(made).toMatchObject({
    server: server.url,
    admin: adminCredentials.username,
    app: 'Game',
    testUser: 'ada',
    loginPage: `${server.url}/login`,
  })
  const { token } = await server
    .as()
    .login.username({ appId: made.appId, username: 'ada', password: 'password of ada' })
  expect(token).toBeTruthy()
  const again = await openauth(withUser)
  expect(again.code).toBe(0)
  expect(again.stderr).toContain('is there already')
  expect(JSON.parse(again.stdout)).toEqual(made)
  expect((await openauth(['users', 'list'])).stdout).toContain('ada')
})

test('init asks on a terminal for what is missing, and switches on the login method that it is given', async () => {
  const { openauth, asked } = await operatorOf()
  const answers = [adminCredentials.username, adminCredentials.password, 'Second', true, 'grace', 'password of grace']
  const { code, stdout } = await openauth(['init', '--app-name', 'Second', '--login-method', 'ethereum'], {
    answers: answers.toSpliced(2, 1),
  })
  expect(code).toBe(0)
  expect(asked).toEqual([
    'Username',
    'Password',
    expect.stringContaining('test user'),
    'Name of the test user',
    'Test password',
  ])
  expect(stdout).toContain('ethereum')
  expect((await openauth(['init', '--login-method', 'telepathy', '--app-name', 'Second'])).code).toBe(2)
})

test('open prints the address where no browser can be opened, and opens it where one can', async () => {
  const { openauth } = await operatorOf()
  await openauth(['login', '--username', adminCredentials.username, '--password-stdin'], {
    stdin: adminCredentials.password,
  })
  expect((await openauth(['open'])).stdout).toBe(`${server.url}/console/\n`)
  expect((await openauth(['open', 'docs'])).stdout).toBe(`${server.url}/docs\n`)
  expect((await openauth(['open', 'login', '--app', 'Game'])).stdout).toBe(`${server.url}/login\n`)
  const other = await openauth(['open', 'login', '--app', 'Second'])
  expect([other.code, other.stdout]).toEqual([1, ''])
  expect(other.stderr).toContain('that of the app “Game”')
  const opened: string[] = []
  const openBrowser = async (address: string) => void opened.push(address)
  const shown = await openauth(['open', 'docs'], { answers: [], env: { DISPLAY: ':0' }, openBrowser })
  expect([shown.stdout, opened]).toEqual(['', [`${server.url}/docs`]])
  const failing = async () => Promise.reject(new Error('no browser'))
  const fallback = await openauth(['open', 'docs'], { answers: [], env: { DISPLAY: ':0' }, openBrowser: failing })
  expect(fallback.stdout).toBe(`${server.url}/docs\n`)
  expect((await openauth(['open', 'toString'])).code).toBe(2)
})

test('version tells this program and the server apart, with advice where they differ', async () => {
  const { openauth } = await operatorOf()
  const { code, stdout, stderr } = await openauth(['version', '--json'])
  expect([code, stderr]).toEqual([0, ''])
  expect(JSON.parse(stdout)).toMatchObject({ verdict: 'compatible', endpoint: server.url })
  const newer = await createOperator({ fetch: fakeServer(() => ({ body: { info: { version: '7.0.0' } } })).fetch })
  expect((await newer.openauth(['version'])).stderr).toContain('npm install -g @openauth/cli@7.0.0')
  const silent = await createOperator({ fetch: fakeServer(() => data({})).fetch })
  expect((await silent.openauth(['version'])).stderr).toContain('does not tell its version')
})

test.each([
  ['0.1.0', '0.1.9', 'compatible'],
  ['0.1.0', '0.2.0', 'server newer'],
  ['0.3.0', '0.2.0', 'server older'],
  ['1.2.0', '1.9.3', 'compatible'],
  ['2.0.0', '1.9.3', 'server older'],
  ['0.9.0', '1.0.0', 'server newer'],
  ['0.1.0', null, 'unknown'],
  ['0.1.0', 'nonsense', 'unknown'],
])('program %s and server %s: %s', (own, its, verdict) => expect(compareVersions(own, its)).toBe(verdict))
