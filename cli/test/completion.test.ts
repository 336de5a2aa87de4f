import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createOperator, data, fakeServer } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
const env = { OPENAUTH_TOKEN: 'a.b.c' }

const operatorOf = async (answer: Parameters<typeof fakeServer>[0] = () => data([{ id, name: 'My game' }])) => {
  const { fetch, requests } = fakeServer(answer)
  const operator = await createOperator({ fetch, env })
  const cache = { XDG_CACHE_HOME: join(operator.home, 'cache') }
  const after = async (...words: string[]) => {
    const { code, stdout, stderr } = await operator.openauth(['__complete', '--', ...words], {
      env: { ...env, ...cache },
    })
    expect([code, stderr]).toEqual([0, ''])
    return stdout.split('\n').slice(0, -1)
  }
  return { ...operator, after, requests, cache: join(operator.home, 'cache', 'openauth') }
}

test('names and ids of apps follow --app, use, and where a verb takes an app, and are asked for once', async () => {
  const { after, requests } = await operatorOf()
  expect(await after('users', 'list', '--app')).toEqual(['My game', id])
  expect((await after('use')).slice(0, 2)).toEqual(['My game', id])
  expect((await after('apps', 'get')).slice(0, 2)).toEqual(['My game', id])
  expect(await after('apps', 'get', 'My game')).not.toContain('My game')
  expect(await after('apps')).not.toContain('My game')
  expect(requests).toHaveLength(1)
})

test('the names are cached for their owner alone, and per server', async () => {
  const { after, cache, requests } = await operatorOf()
  await after('use')
  const [file] = await readdir(cache)
  expect((await stat(join(cache, file!))).mode & 0o777).toBe(0o600)
  expect(await readFile(join(cache, file!), 'utf8')).not.toContain('a.b.c')
  await after('use', '--endpoint', 'https://b.example')
  expect(requests.map(({ url }) => url.host)).toEqual(['127.0.0.1:5566', 'b.example'])
})

test('a server that does not answer, an expired session and a damaged file complete nothing, silently', async () => {
  const failing = await operatorOf(() => ({ status: 401, body: { message: 'Unauthorized' } }))
  expect(await failing.after('users', 'list', '--app')).toEqual([])
  const away = await operatorOf(() => {
    throw new TypeError('fetch failed')
  })
  expect(await away.after('users', 'list', '--app')).toEqual([])
  const asked = away.requests.length
  await away.after('users', 'list', '--app')
  expect(away.requests).toHaveLength(asked)
  expect(await away.after('users', 'list', '--app', '--profile', 'nobody')).toContain('--app')
})

test('a name that a terminal would interpret, or a shell take for a flag, is left out', async () => {
  const names = ['\u001b[2J', '--yes', 'two\nlines', 'fine']
  const { after } = await operatorOf(() => data(names.map((name) => ({ id, name }))))
  expect(new Set(await after('users', 'list', '--app'))).toEqual(new Set(['fine', id]))
})

test('values of flags are no commands: what follows them is completed as before', async () => {
  const { after } = await operatorOf()
  expect(await after('--profile', 'apps', 'users')).toContain('search')
  expect(await after('users', '--app=apps', 'list')).toContain('--limit')
  expect(await after('audit', 'list', '--order')).toEqual(['asc', 'desc'])
})

test('profiles, settings, shells and pages are completed, and each flag of the program', async () => {
  const { after, openauth } = await operatorOf()
  await openauth(['profiles', 'add', 'live', '--server', 'https://a.example'])
  expect(await after('--profile')).toEqual(['live'])
  expect((await after('profiles', 'use'))[0]).toBe('live')
  expect(await after('config', 'get')).toContain('token-store')
  expect(await after('completion')).toContain('powershell')
  expect(await after('open')).toContain('login')
  expect(await after()).toContain('--profile')
})

test('fish gets descriptions behind a tab', async () => {
  const { openauth } = await operatorOf()
  const { stdout } = await openauth(['__complete', '--described', '--', 'profiles'])
  expect(stdout).toMatch(/^list\tList the profiles/m)
})
