import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adminCredentials,
  createTestApp,
  signInAs,
  type TestApp,
  testServer,
  type TestServer,
  type TestUser,
} from '../../api/src/testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions } from './cli.ts'

let home: string
let server: TestServer
let admin: string
let app: TestApp
let user: TestUser
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  await server.as().setup.create(adminCredentials)
  admin = (await server.as().setup.login(adminCredentials)).token
  app = await createTestApp(server, admin, 'Shop')
  user = await signInAs(server, app.id, 'ada')
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env: { OPENAUTH_ENDPOINT: server.url } }, home))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

const asAdmin = (argv: string[]) => openauth(argv, { env: { OPENAUTH_TOKEN: admin } })

const create = async (more: string[] = []) => {
  const options = ['--role', 'viewer', '--expires-in-days', '90', ...more, '--json']
  const { code, stdout } = await asAdmin(['tokens', 'create', 'deploy', ...options])
  expect(code).toBe(0)
  return JSON.parse(stdout) as { id: string; token: string }
}

describe('a service token', () => {
  test('is created, printed once, listed without its value, and works as OPENAUTH_TOKEN', async () => {
    const { token } = await create(['--calls', 'apps.*', '--apps', app.id])
    const listed = await asAdmin(['tokens', 'list'])
    expect(listed.stdout).toContain('deploy')
    expect(listed.stdout).not.toContain(token)
    const env = { OPENAUTH_TOKEN: token }
    expect((await openauth(['apps', 'list'], { env })).stdout).toContain('Shop')
    const status = await openauth(['auth', 'status', '--json'], { env })
    expect(JSON.parse(status.stdout)).toMatchObject({
      username: 'operator',
      role: 'viewer',
      serviceTokenName: 'deploy',
    })
    expect((await openauth(['whoami'], { env })).stdout).toContain('deploy')
    const refused = await openauth(['logs', 'list'], { env })
    expect([refused.code, refused.stderr]).toEqual([1, 'Error: This service token is not for this call\n'])
    const person = await openauth(['tokens', 'create', 'more', '--role', 'viewer', '--expires-in-days', '1'], { env })
    expect(person.stderr).toContain('This needs an admin who is signed in')
  })

  test('that has ended, or is mistyped, says so in words of its own', async () => {
    const { id, token } = await create()
    const whoami = (value: string) => openauth(['whoami'], { env: { OPENAUTH_TOKEN: value } })
    const { serviceToken } = server.resources.db.prisma
    await serviceToken.update({ where: { id }, data: { expiresAt: new Date(Date.now() - 1) } })
    const expired = await whoami(token)
    expect(expired.code).toBe(4)
    expect(expired.stderr).toContain('does not accept the service token in OPENAUTH_TOKEN: it has expired.')
    await serviceToken.update({ where: { id }, data: { expiresAt: new Date(Date.now() + 60_000) } })
    expect((await asAdmin(['tokens', 'revoke', id, '--yes'])).code).toBe(0)
    expect((await whoami(token)).stderr).toContain('it was revoked')
    const mistyped = await whoami(`${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`)
    expect([mistyped.code, mistyped.stderr.includes('it is mistyped')]).toEqual([4, true])
    expect([expired.stderr, mistyped.stderr].join('')).not.toContain(token.slice(4, 20))
  })
})

describe('--as-user', () => {
  const profile = ['user', 'account', 'profile', '--json']

  test('calls in the name of a user where the app allows it, with a reason', async () => {
    const given = ['--as-user', user.id, '--app', 'Shop', '--reason', 'Ticket 4711']
    const refused = await asAdmin([...profile, ...given])
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('does not let admins act')])
    await server.as(admin).apps.update({ id: app.id, impersonationEnabled: true })
    const { code, stdout, stderr } = await asAdmin([...profile, ...given])
    expect([code, JSON.parse(stdout).id]).toEqual([0, user.id])
    expect(stderr).toContain('The user is told')
    expect(stdout + stderr).not.toContain('eyJ')
    const [line] = (await server.as(admin).audit.list({ action: 'user.impersonate' })).data
    expect(line!.details).toMatchObject({ reason: 'Ticket 4711' })
  })

  test('needs a reason, and stands at calls only that support may make', async () => {
    const bare = await asAdmin([...profile, '--as-user', user.id, '--app', 'Shop'])
    expect([bare.code, bare.stderr]).toEqual([2, expect.stringContaining('Give --reason')])
    const lone = await openauth([...profile, '--app', 'Shop'], { env: { OPENAUTH_USER_TOKEN: user.token } })
    expect([lone.code, lone.stderr]).toEqual([2, expect.stringContaining('belong to --as-user')])
    const send = await asAdmin(['user', 'account', 'update-password', '--as-user', user.id])
    expect([send.code, send.stderr]).toEqual([2, expect.stringContaining('--as-user')])
  })

  test('users impersonate prints a token for further calls', async () => {
    const begun = await asAdmin(['users', 'impersonate', user.id, '--app', 'Shop', '--reason', 'x', '--query', 'token'])
    expect(begun.code).toBe(0)
    const env = { OPENAUTH_USER_TOKEN: begun.stdout.trim().replaceAll('"', '') }
    expect(JSON.parse((await openauth(profile, { env })).stdout).id).toBe(user.id)
  })
})
