import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer, fileWith } from './cli.ts'

const token = 'head.claims.signature'
const home = 'http://127.0.0.1:5566'

const signInServer = () =>
  fakeServer(({ url }) => {
    if (url.pathname === '/admin/login') return data({ token })
    if (url.pathname === '/admin/me') return data({ id: 1, username: 'root' })
    return data({})
  })

const signedIn = async () => {
  const server = signInServer()
  const operator = await createOperator({ fetch: server.fetch })
  const ended = await operator.openauth(['login', '--username', 'root', '--password-stdin'], {
    stdin: 'correct horse\n',
  })
  return { ...server, ...operator, ended }
}

const modeOf = async (path: string) => ((await stat(path)).mode & 0o777).toString(8)

describe('login', () => {
  test('saves the token in a file that only its owner can read', async () => {
    const { ended, profiles, requests } = await signedIn()
    expect(ended).toEqual({ code: 0, stdout: '', stderr: `Signed in to ${home} as root.\n` })
    expect(requests[0]).toMatchObject({ body: { username: 'root', password: 'correct horse' }, authorization: null })
    expect(await modeOf(profiles)).toBe('600')
    expect(await modeOf(dirname(profiles))).toBe('700')
    expect(JSON.parse(await readFile(profiles, 'utf8'))).toEqual({ profiles: { [home]: { token, username: 'root' } } })
    expect(await readdir(dirname(profiles))).toEqual(['profiles.json'])
  })

  test('reads the password from OPENAUTH_PASSWORD and prints that', async () => {
    const { fetch, requests } = signInServer()
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_PASSWORD: 'from the environment' } })
    const { code, stderr } = await openauth(['login', '--username', 'root'])
    expect(code).toBe(0)
    expect(stderr).toContain('OPENAUTH_PASSWORD')
    expect(requests[0]!.body).toEqual({ username: 'root', password: 'from the environment' })
  })

  test('prompts only on a terminal', async () => {
    const { fetch } = signInServer()
    const { openauth, asked } = await createOperator({ fetch })
    expect((await openauth(['login'], { answers: ['root', 'secret'] })).code).toBe(0)
    expect(asked).toEqual(['Username', 'Password'])
    const { code, stderr } = await openauth(['login', '--username', 'root'])
    expect(code).toBe(2)
    expect(stderr).toContain('--password-stdin')
  })

  test('prints no token, even with --json and --verbose', async () => {
    const { openauth } = await createOperator({ fetch: signInServer().fetch })
    const { stdout, stderr } = await openauth(
      ['login', '--username', 'root', '--password-stdin', '--json', '--verbose'],
      { stdin: 'x' },
    )
    expect(JSON.parse(stdout)).toEqual({ endpoint: home, username: 'root' })
    expect(stdout + stderr).not.toContain(token)
  })

  test('exits with 1 for a wrong password, not with 4 as for a missing session', async () => {
    const refusal = { status: 401, body: { code: 'invalid_admin_login', message: 'Invalid username or password' } }
    const { openauth } = await createOperator({ fetch: fakeServer(() => refusal).fetch })
    const { code, stderr } = await openauth(['login', '--username', 'root', '--password-stdin'], { stdin: 'wrong' })
    expect({ code, stderr }).toEqual({ code: 1, stderr: 'Error: Invalid username or password\n' })
  })

  describe('of an admin with an authenticator', () => {
    const guarded = () =>
      fakeServer(({ url, body }) => {
        if (url.pathname !== '/admin/login') return data({ id: 1, username: 'root' })
        const { code } = body as { code?: string }
        if (code === '123456') return data({ token })
        const message = code === undefined ? 'Enter the code' : 'The code is wrong'
        const refused = code === undefined ? 'second_factor_required' : 'incorrect_code'
        return { status: code === undefined ? 401 : 400, body: { code: refused, message } }
      })
    const byPassword = ['login', '--username', 'root']
    const env = { OPENAUTH_PASSWORD: 'correct horse' }

    test('prompts for the code once the server asks for it', async () => {
      const { fetch, requests } = guarded()
      const { openauth, asked } = await createOperator({ fetch, env })
      const { code, stderr } = await openauth(byPassword, { answers: ['123456'] })
      expect([code, asked]).toEqual([0, ['Code']])
      expect(stderr).toContain('Enter the code')
      expect(requests.map(({ body }) => (body as { code?: string } | null)?.code)).toContain('123456')
    })

    test('takes it from OPENAUTH_CODE or a file, never as an argument', async () => {
      const { openauth } = await createOperator({ fetch: guarded().fetch, env: { ...env, OPENAUTH_CODE: '123456' } })
      expect((await openauth(byPassword)).code).toBe(0)
      const other = await createOperator({ fetch: guarded().fetch, env })
      expect((await other.openauth([...byPassword, '--code', `@${await fileWith('123456\n')}`])).code).toBe(0)
      const { code, stderr } = await other.openauth([...byPassword, '--code', '123456'])
      expect([code, stderr]).toEqual([2, expect.stringContaining('does not take the secret itself')])
    })

    test('without a terminal says what is missing, and tries a wrong code once', async () => {
      const { fetch, requests } = guarded()
      const { openauth } = await createOperator({ fetch, env })
      expect(await openauth(byPassword)).toMatchObject({ code: 1, stderr: expect.stringContaining('Enter the code') })
      const wrong = await createOperator({ fetch, env: { ...env, OPENAUTH_CODE: '000000' } })
      const tried = requests.length
      expect(await wrong.openauth(byPassword)).toMatchObject({ code: 1, stderr: expect.stringContaining('is wrong') })
      expect(requests.length).toBe(tried + 1)
    })
  })

  test('refuses two flags that read standard input', async () => {
    const { openauth } = await createOperator({ env: { OPENAUTH_TOKEN: token } })
    const { code, stderr } = await openauth(['admins', 'create', 'bob', '--password-stdin', '--input', '-'], {
      stdin: '{}',
    })
    expect(code).toBe(2)
    expect(stderr).toContain('one thing only')
  })
})

describe('the token', () => {
  test('is never sent to another endpoint', async () => {
    const { openauth, requests } = await signedIn()
    const others = ['http://127.0.0.1:5567', 'http://localhost:5566', 'https://127.0.0.1:5566', `${home}/other`]
    for (const endpoint of others) expect((await openauth(['whoami', '--endpoint', endpoint])).code).toBe(4)
    // Only whether that server has an admin is asked there, without a credential.
    const asked = requests
      .slice(1)
      .map(({ url, authorization }) => [url.pathname.endsWith('/admin/config'), authorization])
    expect(asked).toEqual(others.map(() => [true, null]))
    expect((await openauth(['whoami', '--endpoint', `${home}/`])).code).toBe(0)
    expect(requests.at(-1)!.authorization).toBe(`Bearer ${token}`)
  })

  test('that the server at its address does not accept is told as such', async () => {
    const { openauth } = await signedIn()
    const { fetch } = fakeServer(({ url }) =>
      url.pathname === '/admin/config' ? data({ initialized: true }) : { status: 401, body: { code: 'unauthorized' } },
    )
    const { code, stderr } = await openauth(['whoami'], { fetch })
    expect({ code, stderr }).toEqual({
      code: 4,
      stderr: expect.stringContaining(`${home} does not accept the saved session`),
    })
    expect(stderr).toContain('Run: openauth login')
  })

  test('is not sent to the target of a redirect', async () => {
    const { openauth } = await signedIn()
    const { fetch, requests } = fakeServer(() => ({ status: 307, headers: { location: 'https://elsewhere.example/' } }))
    const { code, stderr } = await openauth(['whoami'], { fetch })
    expect(code).toBe(1)
    expect(requests).toHaveLength(1)
    expect(stderr).toContain('https://elsewhere.example/')
  })

  test('in OPENAUTH_TOKEN overrides the saved one and is not saved', async () => {
    const { openauth, profiles, requests } = await signedIn()
    await openauth(['whoami'], { env: { OPENAUTH_TOKEN: 'other.admin.token' } })
    expect(requests.at(-1)!.authorization).toBe('Bearer other.admin.token')
    await openauth(['logout'], { env: { OPENAUTH_TOKEN: 'other.admin.token' } })
    expect(await readFile(profiles, 'utf8')).toContain(token)
  })

  test('that is invalid in a header is refused without being printed', async () => {
    const { openauth } = await createOperator()
    const { code, stderr } = await openauth(['whoami'], { env: { OPENAUTH_TOKEN: 'two\nlines' } })
    expect(code).toBe(2)
    expect(stderr).not.toContain('lines')
  })

  test('and passwords cause a warning over plain http, except to a loopback address', async () => {
    const { openauth } = await createOperator({ fetch: signInServer().fetch })
    const login = async (endpoint: string) =>
      (await openauth(['login', '--username', 'root', '--password-stdin', '--endpoint', endpoint], { stdin: 'x' }))
        .stderr
    for (const endpoint of ['http://auth.example.com', 'http://10.0.0.1:5566', 'http://127.0.0.1.example.com'])
      expect(await login(endpoint)).toContain('Warning')
    for (const endpoint of [home, 'http://[::1]:5566', 'http://localhost:5566', 'https://auth.example.com'])
      expect(await login(endpoint)).not.toContain('Warning')
    const { stderr } = await openauth(['whoami', '--endpoint', 'http://auth.example.com'])
    expect(stderr).toContain('Warning')
  })
})

describe('the profiles file', () => {
  test('that other accounts can read is made private, with a warning', async () => {
    const { openauth, profiles } = await signedIn()
    await chmod(profiles, 0o644)
    await chmod(dirname(profiles), 0o755)
    expect((await openauth(['whoami'])).stderr).toContain('Other accounts could read')
    expect(await modeOf(profiles)).toBe('600')
    expect(await modeOf(dirname(profiles))).toBe('700')
    expect((await openauth(['whoami'])).stderr).toBe('')
  })

  test('that is damaged is named in the error and left unchanged', async () => {
    const { openauth, profiles } = await createOperator()
    await mkdir(dirname(profiles), { recursive: true, mode: 0o700 })
    await writeFile(profiles, '{"profiles": ', { mode: 0o600 })
    const { code, stderr } = await openauth(['whoami'])
    expect(code).toBe(1)
    expect(stderr).toContain(`${profiles} is damaged`)
    expect(await readFile(profiles, 'utf8')).toBe('{"profiles": ')
  })

  test('has one profile per endpoint', async () => {
    const { openauth, profiles } = await signedIn()
    await openauth(['login', '--username', 'two', '--password-stdin', '--endpoint', 'https://b.example'], {
      stdin: 'x',
    })
    await openauth(['logout'])
    expect(JSON.parse(await readFile(profiles, 'utf8'))).toEqual({
      profiles: { 'https://b.example': { token, username: 'two' } },
    })
  })
})

describe('logout', () => {
  test('ends the session on the server, then removes the token', async () => {
    const { openauth, requests } = await signedIn()
    expect((await openauth(['logout'])).code).toBe(0)
    expect(requests.at(-1)).toMatchObject({ method: 'POST', authorization: `Bearer ${token}` })
    expect((await openauth(['logout'])).code).toBe(4)
  })

  test('keeps the token if the server is unreachable, unless --local', async () => {
    const { openauth } = await signedIn()
    const fetch = async () => Promise.reject(new TypeError('fetch failed'))
    const { code, stderr } = await openauth(['logout'], { fetch })
    expect(code).toBe(1)
    expect(stderr).toContain('--local')
    expect((await openauth(['logout', '--local'], { fetch })).code).toBe(0)
    expect((await openauth(['whoami'])).code).toBe(4)
  })
})

test.each(['ftp://a.example', 'not an address', 'http://user:pass@a.example', 'http://a.example/?x=1'])(
  'the endpoint %s exits with 2',
  async (endpoint) => {
    const { openauth } = await createOperator()
    expect((await openauth(['status', '--endpoint', endpoint])).code).toBe(2)
  },
)
