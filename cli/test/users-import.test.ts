import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, signInAsAdmin, type TestApp, testServer, type TestServer } from '../../api/src/testing.ts'
import { type CliResult, createOperator, type EnvironmentOptions, fileWith } from './cli.ts'
import { vendorExports } from './vendor-exports.testing.ts'

let home: string
let server: TestServer
let token: string
let openauth: (argv: string[], given?: EnvironmentOptions) => Promise<CliResult>
beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'openauth-cli-'))
  server = await testServer({ OPENAUTH_RATE_LIMIT_SCALE: '0' })
  token = await signInAsAdmin(server)
  const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token }
  ;({ openauth } = await createOperator({ fetch: globalThis.fetch, env }, home))
})
afterAll(async () => {
  await server.stop()
  await rm(home, { recursive: true, force: true })
})

let apps = 0
const newApp = (): Promise<TestApp> => createTestApp(server, token, `Import ${(apps += 1)}`)
const usersOf = async ({ id }: TestApp) => (await server.as(token).users.bulkExport({ appId: id })).data
const run = (app: TestApp, file: string, ...more: string[]) =>
  openauth(['users', 'import', file, '--app', app.id, ...more])
const countsOf = ({ stdout }: CliResult) => {
  const { created, existing, refused } = JSON.parse(stdout) as Record<string, unknown>
  return [created, existing, refused]
}

describe('exports of other systems', () => {
  test.each(vendorExports)('$name', async ({ format, text, options = [], file, password, first, second }) => {
    const app = await newApp()
    // UUIDs are of one app only; each of these apps has the users to itself.
    await server.resources.db.prisma.$executeRaw`TRUNCATE "User" CASCADE`
    const path = await fileWith(text)
    const named = file === undefined ? '' : await fileWith(file)
    const given = options.map((option) => option.replace('{file}', named))
    const result = await run(app, path, '--email-as-username', ...given, '--json')
    expect(result.stderr).toContain(`as ${format}.`)
    expect([result.code, ...countsOf(result)]).toEqual([0, 2, 0, 0])

    const { data: users } = await server.as(token).users.list({ appId: app.id })
    const found = (wanted: Record<string, unknown>) =>
      users.find(
        ({ id, externalId }) => id === wanted['id'] || (externalId !== null && externalId === wanted['externalId']),
      )
    const one = users.find((user) => user.displayName !== null && user.displayName.startsWith('User')) ?? users[0]
    expect(
      first['id'] || first['externalId'] ? found(first) : users.find(({ email }) => email === first['email']),
    ).toMatchObject(first)
    expect(
      second['id'] || second['externalId'] ? found(second) : users.find(({ google }) => google === '1002'),
    ).toMatchObject(second)

    expect(countsOf(await run(app, path, '--email-as-username', ...given, '--json'))).toEqual([0, 2, 0])
    if (password === undefined) return
    const user =
      users.find(({ email, username }) => (first['email'] ? email === first['email'] : username !== null)) ?? one!
    await server.as(token).users.enable({ appId: app.id, id: user.id })
    const body = { appId: app.id, username: user.username, type: 'login' }
    const wrong = await server.send('POST', '/user/login-username', { body: { ...body, password: 'another password' } })
    expect(wrong.status).toBe(400)
    for (const attempt of ['first', 'second']) {
      const login = await server.send('POST', '/user/login-username', { body: { ...body, password } })
      expect([attempt, login.status]).toEqual([attempt, 200])
    }
  })
})

describe('passwords and addresses', () => {
  const user = {
    localId: 'u1',
    email: 'user-1@example.com',
    emailVerified: false,
    passwordHash: 'aGFzaA==',
    salt: 'c2FsdA==',
  }

  test("Firebase's hashes without the project's parameters refuse their rows, unless passwords are left out", async () => {
    const app = await newApp()
    const path = await fileWith(JSON.stringify({ users: [user] }))
    const result = await run(app, path)
    expect(result.code).toBe(1)
    expect(result.stderr).toContain('--hash-config')
    expect((await run(app, path, '--without-passwords')).code).toBe(0)
  })

  test('an address that was not verified is left out and told, unless it is asked for', async () => {
    const app = await newApp()
    const path = await fileWith(JSON.stringify({ users: [{ ...user, passwordHash: '', salt: '' }] }))
    const dry = await run(app, path, '--dry-run')
    expect(dry.stderr).toContain('1 e-mail addresses were not verified')
    expect(dry.stderr).toContain('1 users have no way to log in')
    expect(await usersOf(app)).toEqual([])
    expect((await run(app, path, '--unverified-emails')).code).toBe(0)
    expect((await usersOf(app))[0]!.identities).toMatchObject([{ provider: 'email', subject: 'user-1@example.com' }])
  })

  test('a password of a user without user name is not kept, and the operator is told of --email-as-username', async () => {
    const app = await newApp()
    const hash = `$2b$04$${'a'.repeat(53)}`
    const row = { identities: [{ provider: 'email', subject: 'user-2@example.com' }], passwordHash: hash }
    const path = await fileWith(JSON.stringify([row]))
    expect((await run(app, path, '--dry-run')).stderr).toContain('--email-as-username')
    const { stdout } = await run(app, path, '--email-as-username')
    expect(stdout).toMatch(/logins +1 by email, 1 with user name and password/)
  })
})

describe('refused rows', () => {
  test('go to a file with their reasons, which is corrected and imported; others are imported', async () => {
    const app = await newApp()
    const rows = [
      { externalId: 'one' },
      { externalId: 'two', identities: [{ provider: 'email', subject: 'no address' }] },
      'three',
      { externalId: 'four' },
    ]
    const refused = join(home, 'refused.ndjson')
    const result = await run(
      app,
      await fileWith(rows.map((row) => JSON.stringify(row)).join('\n')),
      '--refused',
      refused,
    )
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(`openauth users import ${refused} --format openauth`)
    expect((await stat(refused)).mode & 0o777).toBe(0o600)
    const lines = (await readFile(refused, 'utf8')).trim().split('\n')
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      { row: 2, refused: ['identities.0.subject must be an e-mail address'], ...(rows[1] as object) },
      { row: 3, refused: ['is no object'] },
    ])
    const corrected = await fileWith(lines[0]!.replace('no address', 'user-two@example.com'))
    expect((await run(app, corrected)).code).toBe(0)
    expect((await usersOf(app)).map(({ externalId }) => externalId).toSorted()).toEqual(['four', 'one', 'two'])
  })

  test('without a file the first ones are printed, with control characters escaped', async () => {
    const app = await newApp()
    const rows = Array.from({ length: 30 }, () => ({ externalId: 'x\u001b[31m' }))
    const { stderr } = await run(app, await fileWith(JSON.stringify(rows)))
    expect(stderr).toContain('Row 20 is refused: externalId must not contain control characters')
    expect(stderr).not.toContain('Row 21 ')
    expect(stderr).not.toContain('\u001b')
  })
})

describe('an import that ends early', () => {
  test('says how to go on, and goes on at a row', async () => {
    const app = await newApp()
    const rows = Array.from({ length: 1200 }, (_, index) => ({ externalId: `early-${index}` }))
    const path = await fileWith(JSON.stringify(rows))
    let calls = 0
    const failing: typeof fetch = async (input, init) => {
      if ((input as string).includes('bulk-import') && (calls += 1) === 3) throw new Error('the cable is out')
      return fetch(input, init)
    }
    const result = await openauth(['users', 'import', path, '--app', app.id], { fetch: failing })
    expect(result.code).toBe(1)
    expect(result.stderr).toContain(
      `Rows up to 1000 are imported. To go on after them: openauth users import ${path} --from 1001`,
    )
    const rest = await run(app, path, '--from', '1001', '--json')
    expect(countsOf(rest)).toEqual([200, 0, 0])
    expect(countsOf(await run(app, path, '--json'))).toEqual([0, 1200, 0])
  })
})

describe('files that cannot be read', () => {
  test.each([
    ['an empty file', '', 'The file is empty'],
    ['a list without users', '[]', 'contains no users'],
    ['text of another kind', 'hello\nworld\n', 'is not recognized'],
    ['a JSON document that ends', '[{"externalId":"a"},', 'The file is not JSON after row'],
    ['an unknown key', '{\n"people": [{"externalId":"a"}]}', 'contains no users'],
  ])('%s', async (_, text, message) => {
    const result = await run(await newApp(), await fileWith(text))
    expect(result.code).toBeGreaterThan(0)
    expect(result.stderr).toContain(message)
  })

  test('a folder, a missing file and an unknown format are wrong use', async () => {
    const app = await newApp()
    for (const argv of [[home], ['/nowhere.json'], [await fileWith('[{"id":"1"}]'), '--format', 'myspace']])
      expect((await run(app, ...(argv as [string]))).code).toBe(2)
  })

  test('a file in another encoding is refused, not imported with wrong characters', async () => {
    const app = await newApp()
    const chunks = async function* () {
      yield Buffer.from('[{"externalId":"a","displayName":"J\u00fcrgen"}]', 'latin1')
    }
    const { code, stderr } = await openauth(['users', 'import', '-', '--app', app.id], { stdin: chunks() })
    expect([code, await usersOf(app)]).toEqual([1, []])
    expect(stderr).toContain('not UTF-8')
  })
})

test('of a small file the number of rows is known before the first call, and rows before --from say nothing of the rate', async () => {
  const app = await newApp()
  const rows = Array.from({ length: 1200 }, (_, at) => ({
    externalId: `row-${at}`,
    identities: [{ provider: 'github', subject: String(at) }],
  }))
  const csv = `externalId,identities,passwordHash\n${rows.map(({ externalId }) => `${externalId},,`).join('\n')}\n`
  const env = { OPENAUTH_ENDPOINT: server.url, OPENAUTH_TOKEN: token }
  for (const text of [JSON.stringify(rows), rows.map((row) => JSON.stringify(row)).join('\n'), csv]) {
    const operator = await createOperator({ fetch: globalThis.fetch, env, answers: [] })
    const path = await fileWith(text)
    const argv = ['users', 'import', path, '--app', app.id, '--dry-run', '--format', 'openauth']
    await operator.openauth(argv)
    expect(operator.steps.map(({ done, total }) => [done, total])).toEqual([
      [0, 1200],
      [500, 1200],
      [1000, 1200],
      [1200, 1200],
    ])
    operator.steps.length = 0
    await operator.openauth([...argv, '--from', '1001'])
    expect(operator.steps.map(({ done, total, before }) => [done, total, before])).toEqual([
      [1000, 1200, 1000],
      [1200, 1200, 1000],
    ])
  }
})
