import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { adminCredentials, signInAs, testServer, type TestServer } from '../../api/src/testing.ts'
import { createOperator, fileWith, type CliResult, type EnvironmentOptions } from './cli.ts'

type Openauth = (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>

const { username, password } = adminCredentials
let home: string
let server: TestServer
let openauth: Openauth

/** Runs a command with --json, expects success and returns the parsed output. */
const json = async <T>(argv: string[], given?: EnvironmentOptions): Promise<T> => {
  const { code, stdout, stderr } = await openauth([...argv, '--json'], given)
  expect({ argv, code, stderr }).toMatchObject({ code: 0 })
  return JSON.parse(stdout) as T
}

const tokenOf = async (): Promise<string> => (await server.as().setup.login({ username, password })).token

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  const salt = join(home, 'salt')
  await writeFile(salt, 'an old deployment', { mode: 0o600 })
  server = await testServer({ OPENAUTH_LEGACY_SALT_FILE: salt, OPENAUTH_RATE_LIMIT_SCALE: '0' })
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env: { OPENAUTH_ENDPOINT: server.url } }, home))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

describe.sequential('an operator', () => {
  test('sets up a new server once', async () => {
    expect(await json(['status'])).toMatchObject({ endpoint: server.url, initialized: false, signedIn: null })
    const noAdmin = `Error: ${server.url} has no admin yet. Run: openauth setup\n`
    expect(await openauth(['apps', 'list'])).toMatchObject({ code: 4, stderr: noAdmin })
    const foreign = { env: { OPENAUTH_TOKEN: 'another.servers.token' } }
    expect(await openauth(['apps', 'list'], foreign)).toMatchObject({ code: 4, stderr: noAdmin })
    expect((await openauth(['setup', '--username', username, '--password-stdin'], { stdin: 'short' })).code).toBe(2)
    expect((await openauth(['setup'], { answers: [username, password] })).code).toBe(0)
    expect(await json(['status'])).toMatchObject({ initialized: true, signedIn: username, version: expect.any(String) })
    const again = await openauth(['setup', '--username', 'mallory', '--password-stdin'], { stdin: password })
    expect(again.code).toBe(1)
    expect(again.stderr).toContain('set up already')
  })

  test('signs in, and gets an error for a wrong password', async () => {
    const wrong = await openauth(['login', '--username', username, '--password-stdin'], { stdin: 'not the password' })
    expect(wrong).toMatchObject({ code: 1, stderr: 'Error: Invalid username or password\n' })
    expect((await openauth(['login', '--username', username], { env: { OPENAUTH_PASSWORD: password } })).code).toBe(0)
    expect(await json(['whoami'])).toMatchObject({ id: 1, username })
    const { data: sessions } = await json<{ data: { userAgent: string }[] }>(['admin-sessions', 'list'])
    expect(sessions[0]!.userAgent).toMatch(/^openauth-cli\//)
  })

  test('creates, updates and lists apps and rotates their secrets', async () => {
    const app = await json<{ id: string }>(['apps', 'create', 'Shop'])
    expect(await openauth(['apps', 'create', 'Shop'])).toMatchObject({ code: 1, stderr: 'Error: App already exists\n' })
    await json(['apps', 'update', 'Shop', '--sol-enabled', 'true', '--telegram-bot-token', '@-'], { stdin: '1:a\n' })
    expect(await json(['apps', 'get', app.id])).toMatchObject({
      name: 'Shop',
      solEnabled: true,
      telegramBotToken: '1:a',
    })
    const { appSecret } = await json<{ appSecret: string }>(['apps', 'secret', 'Shop'])
    const rotated = await json<{ appSecret: string }>([
      'apps',
      'rotate-secret',
      'Shop',
      '--overlap-seconds',
      '60',
      '--yes',
    ])
    expect(rotated.appSecret).not.toBe(appSecret)
    expect((await openauth(['apps', 'list'])).stdout).toMatch(/^ID .*\n.{36} {2}Shop {2}solana, username /)
  })

  test('connects an app to an OpenID provider, whose secret is read from a file and never printed', async () => {
    const secret = await fileWith('the secret of the client\n')
    const acme = ['--title', 'Acme', '--issuer', 'https://login.acme.example', '--client-id', 'openauth']
    const domains = ['--domains', 'acme.example', '--domains', 'acme.example.org']
    const ofShop = ['--app', 'Shop']
    const created = await json<{ id: string; callbackUrl: string }>([
      'oidc-connections',
      'create',
      'acme',
      ...ofShop,
      ...acme,
      ...domains,
      '--client-secret',
      `@${secret}`,
    ])
    expect(created).toMatchObject({ hasSecret: true, domains: ['acme.example', 'acme.example.org'] })
    expect(created.callbackUrl).toMatch(/\/oidc\/callback\/acme$/)
    expect(JSON.stringify(created)).not.toContain('the secret')
    const { stdout } = await openauth(['oidc-connections', 'list', ...ofShop])
    expect(stdout).toMatch(/^ID +KEY +TITLE +ISSUER +DOMAINS +ENABLED/)
    expect(stdout).toMatch(/ acme +Acme +https:\/\/login\.acme\.example +acme\.example, acme\.example\.org +/)
    const changes = ['--claims', '{"subject":"oid"}', '--creates-users', 'false', '--clear', 'domains']
    const changed = await json(['oidc-connections', 'update', created.id, ...ofShop, ...changes])
    expect(changed).toMatchObject({ claims: { subject: 'oid', name: 'name' }, createsUsers: false, domains: [] })
    await json(['oidc-connections', 'delete', created.id, ...ofShop, '--yes'])
    const gone = 'Error: The app has no such OpenID connection\n'
    const again = await openauth(['oidc-connections', 'test', created.id, ...ofShop])
    expect(again).toMatchObject({ code: 1, stderr: expect.stringContaining(gone.trim()) })
  })

  test('finds, disables and deletes users', async () => {
    const app = await json<{ id: string }>(['apps', 'get', 'Shop'])
    const alice = await signInAs(server, app.id, 'alice')
    await openauth(['use', 'Shop'])
    const { data: found, meta } = await json<{ data: { id: string }[]; meta: unknown }>(['users', 'search', 'alice'])
    expect(found.map(({ id }) => id)).toEqual([alice.id])
    expect(meta).toMatchObject({ totalItems: 1, totalPages: 1 })
    expect(await json(['wallets', 'get', alice.id])).toEqual(await alice.client.account.wallets())
    expect(await json(['users', 'identities', alice.id])).toMatchObject([{ provider: 'username', display: 'alice' }])
    await json(['users', 'disable', alice.id, '--yes'])
    expect(await json(['users', 'get', alice.id])).toMatchObject({ disabled: true })
    await json(['users', 'delete', alice.id, '--yes'])
    expect(await openauth(['users', 'get', alice.id])).toMatchObject({ code: 1, stderr: 'Error: User not found\n' })
  })

  test('imports users of an older deployment, and leaves them unchanged the second time', async () => {
    const lines = Array.from({ length: 230 }, (_, index) =>
      JSON.stringify({
        id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
        identities: [{ provider: 'telegram', subject: String(1000 + index) }],
        displayName: `user ${index}`,
      }),
    )
    const file = await fileWith(lines.join('\n'))
    expect(await json(['users', 'import-legacy', '--file', file])).toEqual({ created: 230, existing: 0 })
    expect(await json(['users', 'import-legacy', '--file', '-'], { stdin: lines.join('\n') })).toEqual({
      created: 0,
      existing: 230,
    })
    const ids = (await openauth(['users', 'list', '--all', '--quiet'])).stdout.trimEnd().split('\n')
    expect(new Set(ids).size).toBe(230)
    const taken = JSON.stringify({
      id: '11111111-0000-4000-8000-000000000000',
      identities: [{ provider: 'telegram', subject: '1000' }],
    })
    const { code, stderr } = await openauth(['users', 'import-legacy', '--file', '-'], { stdin: `\n\n${taken}` })
    expect(code).toBe(1)
    expect(stderr).toContain('line 3 ')
  })

  test('manages admins and signing keys and reads the audit trail', async () => {
    const bob = await json<{ id: number }>(['admins', 'create', 'bob', '--password-stdin'], {
      stdin: 'a long password',
    })
    await json(['admins', 'delete', String(bob.id), '--yes'])
    expect(await openauth(['admins', 'delete', '1', '--yes'])).toMatchObject({ code: 1 })
    await json(['signing-keys', 'rotate', '--overlap-seconds', '0', '--yes'])
    expect((await openauth(['signing-keys', 'list'])).stdout).toContain('current')
    const { data: events } = await json<{ data: { action: string }[] }>(['audit', 'list', '--action', 'app.create'])
    expect(events.map(({ action }) => action)).toEqual(['app.create'])
  })

  test('learns that the saved app is not on the server', async () => {
    const { id } = await json<{ id: string }>(['apps', 'create', 'Gone'])
    await openauth(['use', 'Gone'])
    await server.as(await tokenOf()).apps.delete({ id })
    const { code, stderr } = await openauth(['users', 'list'])
    expect(code).toBe(1)
    expect(stderr).toContain(`The saved app “Gone” is not on ${server.url}`)
    expect(stderr).toContain('openauth use <app>')
    await openauth(['use', '--none'])
  })

  test('signs out here and on the server', async () => {
    const token = await tokenOf()
    expect((await openauth(['logout'], { env: { OPENAUTH_TOKEN: token } })).code).toBe(0)
    expect((await openauth(['whoami'], { env: { OPENAUTH_TOKEN: token } })).code).toBe(4)
    expect((await openauth(['logout'])).code).toBe(0)
    expect((await openauth(['apps', 'list'])).code).toBe(4)
  })
})
