import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer, fileWith, type ReceivedRequest } from './cli.ts'

const operatorOf = async (
  answer: Parameters<typeof fakeServer>[0] = () => data({}),
  endpoint = 'https://a.example',
) => {
  const { fetch, requests } = fakeServer(answer)
  const env = { OPENAUTH_TOKEN: 'a.b.c', OPENAUTH_ENDPOINT: endpoint }
  return { ...(await createOperator({ fetch, env })), requests }
}

const sent = ({ method, url, body }: ReceivedRequest) => ({ method, address: url.href, body })

test.each([
  [['/admin/apps'], { method: 'GET', address: 'https://a.example/admin/apps' }],
  [
    ['get', '/admin/audit', '-f', 'action=app.'],
    { method: 'GET', address: 'https://a.example/admin/audit?action=app.' },
  ],
  [['/admin/apps', '-f', 'name=5'], { method: 'POST', body: { name: '5' } }],
  [
    ['POST', '/x', '-F', 'a=5', '-F', 'b=[true]', '-F', 'c=x=y'],
    { method: 'POST', body: { a: 5, b: [true], c: 'x=y' } },
  ],
  [['DELETE', '/x', '-f', 'q=1'], { method: 'DELETE', address: 'https://a.example/x?q=1' }],
])('api %j', async (argv, expected) => {
  const { openauth, requests } = await operatorOf()
  expect((await openauth(['api', ...argv])).code).toBe(0)
  expect(sent(requests[0]!)).toMatchObject(expected)
  expect(requests[0]!.authorization).toBe('Bearer a.b.c')
})

test('the body comes from a file or standard input, and fields override it', async () => {
  const { openauth, requests } = await operatorOf()
  const path = await fileWith('{"name": "file", "description": "x"}')
  await openauth(['api', 'POST', '/x', '--input', path, '-f', 'name=flag'])
  await openauth(['api', 'POST', '/x', '--input', '-'], { stdin: '{"name": "stdin"}' })
  expect(requests.map(({ body }) => body)).toEqual([{ name: 'flag', description: 'x' }, { name: 'stdin' }])
})

describe('the token never goes to another host', () => {
  test.each([
    '//evil.example/x',
    '/\\evil.example/x',
    'https://evil.example/x',
    '@evil.example/x',
    '.evil.example/x',
    ':80@evil.example/',
    '\\\\evil.example',
    '/\t/evil.example',
    'admin/apps',
  ])('%j', async (path) => {
    const { openauth, requests } = await operatorOf()
    const { code } = await openauth(['api', 'GET', path])
    expect(code).toBe(2)
    expect(requests).toEqual([])
  })

  test('nor above the path of a server that is below one', async () => {
    const { openauth, requests } = await operatorOf(undefined, 'https://a.example/auth')
    expect((await openauth(['api', '/../other'])).code).toBe(2)
    expect((await openauth(['api', '/%2e%2e/other'])).code).toBe(2)
    expect((await openauth(['api', '/admin/apps'])).code).toBe(0)
    expect(requests.map(({ url }) => url.href)).toEqual(['https://a.example/auth/admin/apps'])
  })

  test('nor to the target of a redirect', async () => {
    const { openauth, requests } = await operatorOf(() => ({
      status: 307,
      headers: { location: 'https://evil.example' },
    }))
    expect((await openauth(['api', '/x'])).code).toBe(1)
    expect(requests).toHaveLength(1)
  })
})

test('--paginate joins numbered pages and pages by cursor', async () => {
  const numbered = await operatorOf(({ url }) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    return { body: { data: [page], meta: { page, totalPages: 3 } } }
  })
  const { stdout } = await numbered.openauth(['api', '/list', '--paginate'])
  expect(JSON.parse(stdout)).toEqual({ data: [1, 2, 3] })
  const byCursor = await operatorOf(({ url }) => {
    const cursor = url.searchParams.get('cursor')
    return { body: { data: [cursor], meta: { nextCursor: cursor === null ? 'b' : null } } }
  })
  expect(JSON.parse((await byCursor.openauth(['api', '/list', '--paginate'])).stdout)).toEqual({ data: [null, 'b'] })
})

test("an error's body is printed, with exit code 1, or 4 for a refused token", async () => {
  const { openauth } = await operatorOf(() => ({
    status: 400,
    body: { code: 'app_exists', message: 'App already exists' },
  }))
  const { code, stdout, stderr } = await openauth(['api', '/x'])
  expect(code).toBe(1)
  expect(JSON.parse(stdout)).toEqual({ code: 'app_exists', message: 'App already exists' })
  expect(stderr).toContain('HTTP 400: App already exists')
  const refused = await operatorOf(() => ({ status: 401, body: { message: 'Unauthorized' } }))
  expect((await refused.openauth(['api', '/x'])).code).toBe(4)
})

test('control characters of an answer do not reach the terminal', async () => {
  const { openauth } = await operatorOf(() => data({ name: '\u001b[2J\u009b' }))
  const { stdout } = await openauth(['api', '/x'])
  expect(stdout).not.toMatch(/(?!\n)\p{Cc}/u)
  expect(JSON.parse(stdout).data.name).toBe('\u001b[2J\u009b')
})

test.each([
  [['TRACE', '/x'], 'GET, POST, PATCH, DELETE'],
  [['POST', '/x', '-f', 'novalue'], 'key=value'],
  [['POST', '/x', '--input', '-'], 'JSON object'],
])('api %j is wrong use', async (argv, message) => {
  const { openauth } = await operatorOf()
  const { code, stderr } = await openauth(['api', ...argv], { stdin: 'no json' })
  expect(code).toBe(2)
  expect(stderr).toContain(message)
})

test('the formats of output apply to its answers: fields and rows to the data, a query to the whole', async () => {
  const list = fakeServer(() => ({
    body: {
      data: [
        { id: 'a', name: 'One' },
        { id: 'b', name: 'Two' },
      ],
      meta: {},
    },
  }))
  const { openauth } = await createOperator({ fetch: list.fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const printed = async (...flags: string[]) => (await openauth(['api', '/admin/apps', ...flags])).stdout
  expect(await printed('--query', 'data[].name')).toBe('One\nTwo\n')
  expect(await printed('--fields', 'name', '--tsv')).toBe('name\nOne\nTwo\n')
  expect(await printed('--quiet')).toBe('a\nb\n')
  expect(await printed('--json')).toBe(await printed())
  const one = fakeServer(() => data({ id: 'a', name: 'One' }))
  const found = await openauth(['api', '/admin/apps/a', '--fields', 'name'], { fetch: one.fetch })
  expect(found.stdout).toMatch(/^name +One\n$/)
})
