import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials, testServer, type TestServer } from '../../api/src/testing.ts'
import { createOperator, fileWith, type CliResult, type EnvironmentOptions } from './cli.ts'

let home: string
let server: TestServer
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>
let token: string
let appId: string

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env: { OPENAUTH_ENDPOINT: server.url } }, home))
  await server.as().setup.create(adminCredentials)
  const { username, password } = adminCredentials
  token = (await server.as().setup.login({ username, password })).token
  appId = (await server.as(token).apps.create({ name: 'Shop' })).id
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const secretOf = async () => (await server.as(token).apps.secret({ id: appId })).appSecret
const reveals = async () => {
  const { data } = await server.as(token).audit.list({ action: 'app.secret-reveal' })
  return data.length
}

describe("a partner's call", () => {
  test('takes the app secret from the environment', async () => {
    const env = { OPENAUTH_APP_SECRET: await secretOf() }
    const { code, stdout } = await openauth(
      ['partner', 'users', 'find-or-create', '--telegram', '123', '--external-id', '0042', '--json'],
      { env },
    )
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ telegram: '123', externalId: '0042' })
  })

  test('takes it from standard input, and not beside an app', async () => {
    const stdin = `${await secretOf()}\n`
    const listed = await openauth(['partner', 'users', 'list', '--app-secret-stdin'], { stdin })
    expect([listed.code, listed.stdout.trimEnd().split('\n').length]).toEqual([0, 2])
    const both = await openauth(['partner', 'users', 'list', '--app-secret-stdin', '--app', 'Shop'], { stdin })
    expect([both.code, both.stderr]).toEqual([
      2,
      'Error: --app and --app-secret-stdin exclude each other. Give one of them\n',
    ])
  })

  test('takes it through the admin session for one call, audited and never printed', async () => {
    const before = await reveals()
    const secret = await secretOf()
    const { code, stdout, stderr } = await openauth(
      ['partner', 'users', 'list', '--app', 'Shop', '--json', '--verbose'],
      { env: { OPENAUTH_TOKEN: token } },
    )
    expect(code).toBe(0)
    expect(stderr).toContain('Called as the app “Shop”, with its secret by your session. The audit has the reveal.')
    expect(stdout + stderr).not.toContain(secret.slice(0, 20))
    expect((JSON.parse(stdout) as { data: unknown[] }).data).toHaveLength(1)
    expect(await reveals()).toBe(before + 2)
  })

  test('of an app named by --app does not use the secret of the environment, which may be of another', async () => {
    const env = { OPENAUTH_APP_SECRET: `oa_${'0'.repeat(32)}`, OPENAUTH_TOKEN: token }
    expect((await openauth(['partner', 'users', 'list', '--app', 'Shop'], { env })).code).toBe(0)
  })

  test('without a credential tells what gives one', async () => {
    const { code, stderr } = await openauth(['partner', 'users', 'list'])
    expect([code, stderr]).toEqual([4, expect.stringContaining('OPENAUTH_APP_SECRET or with --app-secret-stdin')])
    const noApp = await openauth(['partner', 'users', 'list'], { env: { OPENAUTH_TOKEN: token } })
    expect([noApp.code, noApp.stderr]).toEqual([2, expect.stringContaining('Which app?')])
  })

  test.each([
    [`oa_${'0'.repeat(32)}`, 4, 'does not accept the app secret in OPENAUTH_APP_SECRET'],
    ['not a secret', 2, 'What is in OPENAUTH_APP_SECRET is not an app secret'],
  ])('with the secret %j exits with %d', async (secret, expected, message) => {
    const { code, stderr } = await openauth(['partner', 'users', 'list'], { env: { OPENAUTH_APP_SECRET: secret } })
    expect([code, stderr]).toEqual([expected, expect.stringContaining(message)])
    expect(stderr.trimEnd().split('\n')).toHaveLength(1)
  })

  test('that sends asks first', async () => {
    const argv = ['partner', 'solana', 'send-token', appId, '--token', 'SOL', '--address', 'x', '--amount', '1']
    const { code, stderr } = await openauth(argv, { env: { OPENAUTH_APP_SECRET: await secretOf() } })
    expect([code, stderr]).toEqual([2, expect.stringContaining('add --yes')])
    const operator = await createOperator({ env: { OPENAUTH_TOKEN: token } })
    const declined = await operator.openauth([...argv, '--app', 'Shop'], { answers: [false] })
    expect(declined).toMatchObject({ code: 1, stdout: '' })
    expect(operator.asked[0]).toContain(`\napp: Shop\nid: ${appId}`)
  })
})

describe("a user's call", () => {
  let userToken: string

  test('logs in, and prints the token only where it is asked for', async () => {
    const argv = ['user', 'login', 'username', '--app', appId, '--username', 'ada', '--type', 'register']
    const password = await fileWith('correct horse battery')
    const shown = await openauth([...argv, '--password', `@${password}`])
    expect(shown).toMatchObject({ code: 0, stdout: 'token  (set; --json shows it)\n' })
    const login = ['user', 'login', 'username', '--app', appId, '--username', 'ada', '--password-stdin']
    const asked = await openauth([...login, '--query', 'token'], { stdin: 'correct horse battery' })
    expect(asked.code).toBe(0)
    userToken = asked.stdout.trim()
    expect(userToken).toMatch(/^ey[\w.-]+$/)
  })

  test('takes the user token from the environment or standard input', async () => {
    const profile = await openauth(['user', 'account', 'profile', '--fields', 'username'], {
      env: { OPENAUTH_USER_TOKEN: userToken },
    })
    expect(profile.stdout).toBe('username  ada\n')
    const sessions = await openauth(['user', 'account', 'sessions', '--user-token-stdin', '--json'], {
      stdin: userToken,
    })
    expect(JSON.parse(sessions.stdout)).toHaveLength(2)
  })

  test('without a token, or with one that is not valid, exits with 4 and says what gives one', async () => {
    const none = await openauth(['user', 'account', 'profile'], { env: { OPENAUTH_TOKEN: token } })
    expect([none.code, none.stderr]).toEqual([4, expect.stringContaining('OPENAUTH_USER_TOKEN')])
    const foreign = await openauth(['user', 'account', 'profile'], { env: { OPENAUTH_USER_TOKEN: token } })
    expect([foreign.code, foreign.stderr]).toEqual([
      4,
      expect.stringContaining('does not accept the user token in OPENAUTH_USER_TOKEN'),
    ])
  })

  test('that is public needs none, and a wrong password is no refused token', async () => {
    expect((await openauth(['user', 'account', 'config', '--app', appId])).code).toBe(0)
    const argv = ['user', 'login', 'username', '--app', appId, '--username', 'ada', '--password-stdin']
    const wrong = await openauth(argv, { stdin: 'wrong horse battery' })
    expect(wrong).toMatchObject({ code: 1, stderr: 'Error: Incorrect username or password\n' })
  })
})
