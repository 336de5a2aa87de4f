import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer, fileWith } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
const userId = '11111111-2222-4333-8444-555555555555'
const app = { id, name: 'My app', createdAt: 1_795_275_189_732 }

const signedIn = async (answer: Parameters<typeof fakeServer>[0] = () => data([app])) => {
  const { fetch, requests } = fakeServer(answer)
  return { requests, ...(await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })) }
}

describe('flags', () => {
  test('are sent with the types of their fields', async () => {
    const { openauth, requests } = await signedIn()
    const secret = await fileWith('123:abc\n')
    await openauth(
      ['apps', 'update', id, '--github-enabled', 'true', '--eth-enabled', 'false', '--jwt-ttl', '3600'].concat(
        ['--description', 'null', '--logo-url', 'https://a.example/l.png', '--telegram-bot-token', `@${secret}`],
        [
          '--redirect-origins',
          'https://a.example',
          '--redirect-origins',
          'https://b.example',
          '--clear',
          'google-client-id',
        ],
      ),
    )
    expect(requests[0]).toMatchObject({ method: 'PATCH', url: { pathname: `/admin/apps/${id}` } })
    expect(requests[0]!.body).toEqual({
      githubEnabled: true,
      ethEnabled: false,
      jwtTTL: 3600,
      description: null,
      logoUrl: 'https://a.example/l.png',
      telegramBotToken: '123:abc',
      redirectOrigins: ['https://a.example', 'https://b.example'],
      googleClientId: null,
    })
  })

  test('override fields of --input, which cannot set the path', async () => {
    const { openauth, requests } = await signedIn()
    const input = JSON.stringify({ ...app, id: userId, description: 'from the file', solEnabled: true })
    await openauth(['apps', 'update', id, '--input', '-', '--name', 'Twin'], { stdin: input })
    expect(requests[0]!.url.pathname).toBe(`/admin/apps/${id}`)
    expect(requests[0]!.body).toEqual({ name: 'Twin', description: 'from the file', solEnabled: true })
  })

  test.each([
    [['apps', 'update', id, '--github-enabled', 'yes'], '--github-enabled must be true or false'],
    [['apps', 'update', id, '--jwt-ttl', '1e3'], '--jwt-ttl must be a whole number'],
    [['apps', 'update', id, '--jwt-ttl', '12x'], '--jwt-ttl must be a whole number'],
    [['apps', 'update', id, '--telegram-max-age-seconds', '1'], '--telegram-max-age-seconds must be at least 30'],
    [['apps', 'update', id, '--redirect-origins', 'https://a.example/path'], '--redirect-origins [0] must'],
    [['wallet-policies', 'update', '--app', id, '--partner-limits', '[{}]'], '--partner-limits [0].perDay is required'],
    [['apps', 'update', id, '--clear', 'name'], '--clear takes one of description'],
    [['apps', 'create', '--name', ''], '--name must not be empty'],
    [['apps', 'create', 'a', '--name', 'b'], 'name is given twice'],
    [['apps', 'create'], '--name is required'],
    [['users', 'get', 'nobody', '--app', id], '<id> must be an id (a UUID)'],
    [['users', 'disable', 'alice', '--app', id], 'Find the id with: openauth users find alice'],
    [['wallets', 'get', "Al O'Hara", '--app', id], `openauth users find 'Al O'\\''Hara'`],
    [['users', 'list', '--app', id, '--sort-by', 'name'], '--sort-by must be one of createdAt, lastSeenAt'],
    [['users', 'list', '--app', id, '--limit', '101'], '--limit must be at most 100'],
    [['users', 'list'], 'Which app?'],
    [['admins', 'get', 'one'], '<id> must be a whole number'],
    [['admins', 'create', 'bob'], '--password-stdin'],
    [['apps', 'get'], "missing required argument 'app'"],
    [['apps', 'get', 'a', 'b'], 'too many arguments'],
    [['apps', 'lst'], 'Did you mean list?'],
    [['apps', 'list', '--colour'], "unknown option '--colour'"],
    [['nonsense'], "unknown command 'nonsense'\nSee: openauth --help\n"],
    [['game-players', 'list'], "unknown command 'list'\nSee: openauth game-players --help\n"],
  ])('%j exits with 2 and sends no request', async (argv, expected) => {
    const { openauth, requests } = await signedIn()
    const { code, stdout, stderr } = await openauth(argv)
    expect(stderr).toContain(expected)
    expect({ code, stdout, requests }).toEqual({ code: 2, stdout: '', requests: [] })
  })

  test('that are missing are prompted for on a terminal', async () => {
    const { openauth, asked, requests } = await signedIn(() => data({ id: 2, username: 'bob' }))
    expect((await openauth(['admins', 'create'], { answers: ['bob', 'a long password'] })).code).toBe(0)
    expect(asked).toEqual(['Username', 'Password'])
    expect(requests[0]!.body).toEqual({ username: 'bob', password: 'a long password' })
  })

  test('OPENAUTH_PASSWORD is used only if the password is required or its flag is given', async () => {
    const { openauth, requests } = await signedIn(() => data({ id: 2, username: 'bob' }))
    const env = { OPENAUTH_PASSWORD: 'of the operator' }
    await openauth(['admins', 'update', '2', '--username', 'bob'], { env })
    expect(requests[0]!.body).toEqual({ username: 'bob' })
    await openauth(['admins', 'update', '2', '--password'], { env })
    expect(requests[1]!.body).toEqual({ password: 'of the operator' })
  })
})

test.each([
  ['health', '/admin/health'],
  ['attention', '/admin/attention'],
])('openauth %s shows it without a verb, and its help on request', async (noun, path) => {
  const { openauth, requests } = await signedIn(() => data({}))
  expect((await openauth([noun, '--json'])).code).toBe(0)
  expect(requests.map(({ url }) => url.pathname)).toEqual([path])
  expect((await openauth([noun, '--help'])).stdout).toContain('Commands:')
  expect(requests).toHaveLength(1)
})

describe('an app', () => {
  test('is found by its exact name', async () => {
    const { openauth, requests } = await signedIn(({ url }) =>
      url.pathname === '/admin/apps' ? data([app]) : data({}),
    )
    await openauth(['users', 'get', userId, '--app', 'My app'])
    expect(requests.map(({ url }) => url.pathname)).toEqual(['/admin/apps', `/admin/apps/${id}/users/${userId}`])
    const { code, stderr } = await openauth(['users', 'get', userId, '--app', 'my app'])
    expect(code).toBe(1)
    expect(stderr).toContain('openauth apps list')
  })

  test('is saved by openauth use and removed by --none', async () => {
    const { openauth, requests } = await signedIn()
    expect((await openauth(['use', 'My app'])).code).toBe(0)
    await openauth(['wallets', 'get', userId])
    expect(requests.at(-1)!.url.pathname).toBe(`/admin/apps/${id}/users/${userId}/wallets`)
    // An optional --app does not default to the saved app.
    await openauth(['audit', 'list'])
    expect(requests.at(-1)!.url.search).toBe('')
    await openauth(['use', '--none'])
    expect((await openauth(['wallets', 'get', userId])).code).toBe(2)
  })
})

describe('a destructive command', () => {
  const answer = ({ method, url }: { method: string; url: URL }) =>
    method === 'GET' && url.pathname === '/admin/apps' ? data([app]) : data({})

  test('requires --yes without a terminal', async () => {
    const { openauth, requests } = await signedIn(answer)
    const refused = await openauth(['apps', 'delete', 'My app'])
    expect(refused.code).toBe(2)
    expect(refused.stderr).toContain('--yes')
    expect(requests.every(({ method }) => method === 'GET')).toBe(true)
    expect((await openauth(['apps', 'delete', 'My app', '--yes'])).code).toBe(0)
    expect(requests.at(-1)).toMatchObject({ method: 'DELETE', url: { pathname: `/admin/apps/${id}` } })
  })

  test('asks on a terminal with the name of its object, and does nothing after a no', async () => {
    const { openauth, asked, requests } = await signedIn(answer)
    const declined = await openauth(['apps', 'delete', 'My app'], { answers: [false] })
    expect(declined).toMatchObject({ code: 1, stdout: '' })
    expect(asked[0]).toContain(`My app (${id})`)
    expect(requests.some(({ method }) => method === 'DELETE')).toBe(false)
    await openauth(['apps', 'delete', id], { answers: [true] })
    expect(requests.at(-1)!.method).toBe('DELETE')
  })
})

describe('a failure', () => {
  const refusal = (status: number, body: unknown) => () => ({ status, body })

  test('of the session exits with 4', async () => {
    const { openauth } = await signedIn(refusal(401, { message: 'Unauthorized', code: 'unauthorized' }))
    const { code, stderr } = await openauth(['apps', 'list'])
    expect(code).toBe(4)
    expect(stderr).toContain('openauth login')
    const { openauth: signedOut } = await createOperator()
    expect((await signedOut(['apps', 'list'])).code).toBe(4)
  })

  test('of the token in OPENAUTH_TOKEN names that variable, since a login does not replace it', async () => {
    const { openauth } = await signedIn(refusal(401, { message: 'Unauthorized', code: 'unauthorized' }))
    expect((await openauth(['apps', 'list'])).stderr).toContain('OPENAUTH_TOKEN')
  })

  test('of the input exits with 2 and prints each issue', async () => {
    const issues = [{ path: 'name', message: 'is \u001b[31mred' }]
    const { openauth } = await signedIn(
      refusal(400, { message: 'The request is not valid', code: 'invalid_input', issues }),
    )
    const { code, stderr } = await openauth(['apps', 'create', 'x'])
    expect(code).toBe(2)
    expect(stderr).toBe('Error: The request is not valid\n  name: is \\x1b[31mred\n')
  })

  test('of any other kind exits with 1 and prints the request id only with --verbose', async () => {
    const { openauth } = await signedIn(
      refusal(400, { message: 'App already exists', code: 'app_exists', requestId: 'r-1' }),
    )
    expect(await openauth(['apps', 'create', 'x'])).toEqual({
      code: 1,
      stdout: '',
      stderr: 'Error: App already exists\n',
    })
    const { stderr } = await openauth(['apps', 'create', 'x', '--verbose'])
    expect(stderr).toMatch(/POST \/admin\/apps 400 in \d+ ms\nError: App already exists\n {2}request r-1\n/)
  })

  test('of the network prints the endpoint and the reason without a stack', async () => {
    const { openauth } = await createOperator({ fetch: globalThis.fetch })
    const { code, stdout, stderr } = await openauth(['status', '--endpoint', 'http://127.0.0.1:1'])
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' })
    expect(stderr).toMatch(/^Error: Cannot reach http:\/\/127\.0\.0\.1:1: .+\n$/)
  })

  test('of a server without OpenAuth asks whether it is an OpenAuth server', async () => {
    const page = async () => new Response('<html>', { headers: { 'content-type': 'text/html' } })
    const { openauth } = await createOperator({ fetch: page })
    const { code, stderr } = await openauth(['status'])
    expect(code).toBe(1)
    expect(stderr).toContain('Is it an OpenAuth server?')
  })
})

test('help goes to stdout and exits with 0', async () => {
  const { openauth } = await createOperator()
  for (const argv of [[], ['--help'], ['apps'], ['apps', '--help'], ['login', '--help']]) {
    const { code, stdout, stderr } = await openauth(argv)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    expect(stdout).toContain('Usage: openauth')
  }
  expect((await openauth(['--version'])).stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
})

test('completion offers nouns, verbs, flags and choices', async () => {
  const { openauth } = await createOperator()
  const after = async (...words: string[]) => (await openauth(['__complete', '--', ...words])).stdout.split('\n')
  expect(await after()).toEqual(expect.arrayContaining(['apps', 'login', '--endpoint']))
  expect(await after('apps')).toContain('rotate-secret')
  expect(await after('apps', 'update', 'x')).toContain('--github-enabled')
  expect(await after('users', 'list', '--order')).toEqual(['asc', 'desc', ''])
  expect(await after('partner')).toEqual(expect.arrayContaining(['users', 'solana']))
  expect(await after('partner', 'users', 'list')).toEqual(expect.arrayContaining(['--app-secret-stdin', '--search']))
  expect((await openauth(['completion', 'bash'])).stdout).toContain('complete ')
  expect((await openauth(['completion', 'tcsh'])).code).toBe(2)
})
