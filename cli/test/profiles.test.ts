import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
const live = 'https://auth.example.com'

const server = () =>
  fakeServer(({ url }) => {
    if (url.pathname === '/admin/login') return data({ token: `token.of.${url.hostname.replaceAll('.', '-')}` })
    if (url.pathname === '/admin/apps') return data([{ id, name: 'Game' }])
    return data({ id: 1, username: 'root' })
  })

const login = ['login', '--username', 'root', '--password-stdin']

const withProfiles = async () => {
  const { fetch, requests } = server()
  const operator = await createOperator({ fetch })
  await operator.openauth(['profiles', 'add', 'live', '--server', `${live}/`, '--production'])
  await operator.openauth(['profiles', 'add', 'test', '--server', 'https://test.example.com'])
  for (const profile of ['live', 'test']) await operator.openauth([...login, '--profile', profile], { stdin: 'x' })
  return { ...operator, requests }
}

describe('profiles', () => {
  test('each has its own server, session and app, which no other is sent', async () => {
    const { openauth, requests } = await withProfiles()
    await openauth(['use', 'Game', '--profile', 'live'])
    await openauth(['whoami', '--profile', 'live'])
    expect(requests.at(-1)).toMatchObject({ authorization: 'Bearer token.of.auth-example-com' })
    await openauth(['whoami'], { env: { OPENAUTH_PROFILE: 'test' } })
    expect(requests.at(-1)).toMatchObject({ authorization: 'Bearer token.of.test-example-com' })
    expect((await openauth(['whoami', '--endpoint', live])).code).toBe(4)
    const { stdout } = await openauth(['profiles', 'list', '--json'])
    expect(JSON.parse(stdout)).toEqual([
      { name: 'live', server: live, production: true, app: 'Game', signedIn: 'root', current: false },
      {
        name: 'test',
        server: 'https://test.example.com',
        production: false,
        app: null,
        signedIn: 'root',
        current: false,
      },
    ])
  })

  test('flags count before the environment, that before what was chosen', async () => {
    const { openauth, requests } = await withProfiles()
    await openauth(['profiles', 'use', 'test'])
    const hostOf = async (argv: string[], env: Record<string, string> = {}) => {
      await openauth(['status', ...argv], { env })
      return requests.at(-1)!.url.host
    }
    expect(await hostOf([])).toBe('test.example.com')
    expect(await hostOf([], { OPENAUTH_PROFILE: 'live' })).toBe('auth.example.com')
    expect(await hostOf([], { OPENAUTH_PROFILE: 'live', OPENAUTH_ENDPOINT: 'https://env.example' })).toBe('env.example')
    expect(await hostOf(['--profile', 'live'], { OPENAUTH_ENDPOINT: 'https://env.example' })).toBe('auth.example.com')
    expect((await openauth(['status', '--profile', 'live', '--endpoint', live])).code).toBe(2)
    await openauth(['profiles', 'use', '--none'])
    expect(await hostOf([])).toBe('127.0.0.1:5566')
  })

  test('a profile that does not exist is refused with those that do', async () => {
    const { openauth } = await withProfiles()
    const { code, stderr } = await openauth(['whoami', '--profile', 'liev'])
    expect(code).toBe(2)
    expect(stderr).toContain('live, test')
    expect((await openauth(['profiles', 'add', 'a/b', '--server', live])).code).toBe(2)
    expect((await openauth(['profiles', 'use', '__proto__'])).code).toBe(2)
  })

  test('removing one ends its session on the server and keeps the others', async () => {
    const { openauth, requests, profiles } = await withProfiles()
    expect((await openauth(['profiles', 'remove', 'live'])).code).toBe(0)
    expect(requests.at(-1)).toMatchObject({ method: 'POST', authorization: 'Bearer token.of.auth-example-com' })
    const file = await readFile(profiles, 'utf8')
    expect(file).not.toContain('token.of.auth')
    expect(file).toContain('token.of.test')
  })

  test('a profile that gets another server does not send it the session of the first', async () => {
    const { openauth, requests } = await withProfiles()
    await openauth(['profiles', 'add', 'live', '--server', 'https://evil.example'])
    const count = requests.length
    expect((await openauth(['whoami', '--profile', 'live'])).code).toBe(4)
    expect(requests.slice(count).map(({ authorization }) => authorization)).toEqual([null])
  })
})

describe('a destructive command on a production server', () => {
  test("a partner's send needs --confirm too, with the host or the app's name", async () => {
    const { openauth, requests } = await withProfiles()
    const amounts = ['--token', 'SOL', '--address', 'x', '--amount', '1']
    const send = ['partner', 'solana', 'send-token', id, ...amounts, '--profile', 'live', '--yes']
    const env = { OPENAUTH_APP_SECRET: `oa_${'0'.repeat(32)}` }
    const { code, stderr } = await openauth(send, { env })
    expect([code, stderr]).toEqual([2, expect.stringContaining('--confirm auth.example.com')])
    const mistyped = await openauth([...send, '--app', 'Game', '--confirm', 'Gaem'])
    expect([mistyped.code, mistyped.stderr]).toEqual([2, expect.stringContaining('“Game”')])
    const sends = () => requests.filter(({ authorization }) => authorization === `Bearer ${env.OPENAUTH_APP_SECRET}`)
    expect(sends()).toEqual([])
    await openauth([...send, '--confirm', 'auth.example.com'], { env })
    expect(sends()).toHaveLength(1)
  })

  const deletion = ['apps', 'delete', 'Game', '--profile', 'live']

  test('asks twice: yes or no, and for a name to be typed', async () => {
    const { openauth, asked, requests } = await withProfiles()
    const { code, stderr } = await openauth(deletion, { answers: [true, 'Game'] })
    expect(code).toBe(0)
    expect(asked).toEqual([expect.stringContaining('Game'), 'Name'])
    expect(stderr).toContain(`${live} is a production server. Type “Game” to go on.`)
    expect(requests.at(-1)!.method).toBe('DELETE')
  })

  test('--yes answers the first question only', async () => {
    const { openauth, asked } = await withProfiles()
    await openauth([...deletion, '--yes'], { answers: ['Game'] })
    expect(asked).toEqual(['Name'])
  })

  test('without a terminal it needs --confirm with the host or the name, by whatever way the server was named', async () => {
    const { openauth, requests } = await withProfiles()
    const { code, stderr } = await openauth([...deletion, '--yes'])
    expect(code).toBe(2)
    expect(stderr).toContain('--confirm auth.example.com')
    expect((await openauth([...deletion, '--yes', '--confirm', 'Gaem'])).code).toBe(2)
    const byAddress = ['apps', 'delete', 'Game', '--endpoint', live, '--yes']
    expect((await openauth(byAddress, { env: { OPENAUTH_TOKEN: 'a.b.c' } })).code).toBe(2)
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(0)
    for (const name of ['auth.example.com', 'Game'])
      expect((await openauth([...deletion, '--yes', '--confirm', name])).code).toBe(0)
  })

  test('on another server asks once, as ever', async () => {
    const { openauth, asked } = await withProfiles()
    await openauth(['apps', 'delete', 'Game', '--profile', 'test'], { answers: [true] })
    expect(asked).toHaveLength(1)
  })

  test('a write of openauth api asks too', async () => {
    const { openauth, requests } = await withProfiles()
    const call = ['api', 'DELETE', `/admin/apps/${id}`, '--profile', 'live']
    expect((await openauth(call)).code).toBe(2)
    expect((await openauth([...call, '--confirm', 'auth.example.com'])).code).toBe(0)
    expect((await openauth(['api', '/admin/apps', '--profile', 'live'])).code).toBe(0)
    expect(requests.filter(({ method }) => method === 'DELETE')).toHaveLength(1)
  })
})

describe('config', () => {
  test('saves, prints, lists and removes settings', async () => {
    const { openauth, profiles } = await createOperator()
    expect((await openauth(['config', 'path'])).stdout).toBe(`${profiles}\n`)
    expect((await openauth(['config', 'set', 'endpoint', 'https://a.example/'])).code).toBe(0)
    expect((await openauth(['config', 'get', 'endpoint'])).stdout).toBe('https://a.example\n')
    expect(JSON.parse((await openauth(['config', 'list', '--json'])).stdout)).toContainEqual(
      expect.objectContaining({ key: 'endpoint', value: 'https://a.example', from: 'saved' }),
    )
    await openauth(['config', 'set', 'endpoint', 'null'])
    expect((await openauth(['config', 'get', 'endpoint'])).stdout).toBe('http://127.0.0.1:5566\n')
  })

  test.each([
    ['colour', 'red', 'There are: endpoint, token-store, browser'],
    ['token-store', 'clipboard', 'token-store must be auto, keychain or file'],
    ['endpoint', 'ftp://a.example', 'http or https'],
    ['__proto__', 'x', 'There are: endpoint'],
  ])('refuses %s %s', async (key, value, message) => {
    const { openauth } = await createOperator()
    const { code, stderr } = await openauth(['config', 'set', key, value])
    expect(code).toBe(2)
    expect(stderr).toContain(message)
  })
})

test('OPENAUTH_TOKEN that has expired, or is no admin token, is named with the reason and never printed', async () => {
  const refusal = { status: 401, body: { code: 'unauthorized', message: 'Unauthorized' } }
  const { openauth } = await createOperator({
    fetch: fakeServer(({ url }) => (url.pathname === '/admin/config' ? data({ initialized: true }) : refusal)).fetch,
  })
  const tokenWith = (claims: object) => `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.sign`
  const reasonOf = async (token: string) => {
    const { code, stderr } = await openauth(['whoami'], { env: { OPENAUTH_TOKEN: token } })
    expect(code).toBe(4)
    expect(stderr).not.toContain(token)
    return stderr
  }
  expect(await reasonOf(tokenWith({ aud: 'admin', exp: 1_700_000_000 }))).toContain('it expired at 2023-11-14T22:13:20')
  expect(await reasonOf(tokenWith({ aud: id, exp: 4_000_000_000 }))).toContain("it is no admin's token")
  expect(await reasonOf(tokenWith({ aud: 'admin', exp: 4_000_000_000 }))).toContain('its session has ended')
  expect(await reasonOf('opaque')).toContain('OPENAUTH_TOKEN')
})
