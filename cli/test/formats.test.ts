import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
const other = '11111111-2222-4333-8444-555555555555'
const user = (more: Record<string, unknown> = {}) => ({
  id,
  email: null,
  username: 'alice',
  displayName: 'Alice',
  createdAt: 0,
  lastSeenAt: 1_700_000_000_000,
  disabled: false,
  ...more,
})

const operator = async (answer: unknown) => {
  const { fetch, requests } = fakeServer(() => ({ body: answer }))
  return { requests, ...(await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })) }
}
const page = (rows: unknown[], totalPages = 1) => ({ data: rows, meta: { totalItems: rows.length, totalPages } })
const listed = async (rows: unknown[], ...argv: string[]) =>
  (await operator(page(rows))).openauth(['users', 'list', '--app', id, ...argv])

describe('--fields', () => {
  test('selects the columns of a table and of JSON, whatever their spelling', async () => {
    const { stdout } = await listed([user()], '--fields', 'display-name,ID')
    expect(stdout).toBe(`DISPLAY NAME  ID\nAlice         ${id}\n`)
    const json = await listed([user()], '--fields', 'displayName,id', '--json')
    expect(JSON.parse(json.stdout)).toEqual(page([{ displayName: 'Alice', id }]))
  })

  test('selects fields of fields, and of a record', async () => {
    const { openauth } = await operator({ data: { id, name: 'Shop', brand: { name: 'The shop', color: '#fff' } } })
    const { stdout } = await openauth(['apps', 'get', id, '--fields', 'brand.color,name'])
    expect(stdout).toBe('brand.color  #fff\nname         Shop\n')
    const json = await openauth(['apps', 'get', id, '--fields', 'brand.color', '--json'])
    expect(JSON.parse(json.stdout)).toEqual({ brand: { color: '#fff' } })
  })

  test('that does not exist is told before the call, with the nearest one', async () => {
    const { openauth, requests } = await operator(page([]))
    const { code, stderr } = await openauth(['users', 'list', '--app', id, '--fields', 'displayNme'])
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toContain('There is no field displayNme. Did you mean displayName?\n  Fields: id, ')
  })

  test('of a command whose answer the contract does not describe are looked up in it', async () => {
    const { openauth } = await operator({ data: { id: 1, username: 'root' } })
    expect((await openauth(['whoami', '--fields', 'username'])).stdout).toBe('username  root\n')
    expect((await openauth(['whoami', '--fields', 'user'])).stderr).toContain('Did you mean username?')
  })
})

describe('--query', () => {
  test('prints scalars as they are, lists of them line by line, and JSON otherwise', async () => {
    const rows = [user(), user({ id: other, username: null })]
    expect((await listed(rows, '--query', 'data[].id')).stdout).toBe(`${id}\n${other}\n`)
    expect((await listed(rows, '--query', 'meta.totalItems')).stdout).toBe('2\n')
    expect((await listed(rows, '--query', 'data[?username].{name: username}')).stdout).toBe(
      '[\n  {\n    "name": "alice"\n  }\n]\n',
    )
    expect((await listed(rows, '--query', 'data[0].nothing')).stdout).toBe('')
  })

  test('prints JSON with --json, and rows with --csv', async () => {
    expect((await listed([user()], '--query', 'data[].id', '--json')).stdout).toBe(`[\n  "${id}"\n]\n`)
    expect((await listed([user()], '--query', 'data[].{a: username, b: disabled}', '--csv')).stdout).toBe(
      'a,b\r\nalice,false\r\n',
    )
  })

  test('that is not an expression is told before the call', async () => {
    const { openauth, requests } = await operator(page([]))
    const { code, stderr } = await openauth(['users', 'list', '--app', id, '--query', 'data['])
    expect([code, requests]).toEqual([2, []])
    expect(stderr).toMatch(/^Error: --query must be a JMESPath expression: .+\n$/)
    expect((await openauth(['users', 'list', '--app', id, '--query', 'nonsense(@)'])).code).toBe(2)
  })

  test('that does not fit the answer fails in one line', async () => {
    const { code, stderr } = await listed([user()], '--query', 'length(meta.totalItems)')
    expect(code).toBe(1)
    expect(stderr).toMatch(/^Error: The expression of --query does not fit the answer: .+\n$/)
  })

  test('is applied to each row with --all', async () => {
    expect((await listed([user(), user({ id: other })], '--all', '--query', 'id')).stdout).toBe(`${id}\n${other}\n`)
  })
})

describe('--csv', () => {
  const cellsOf = async (displayName: unknown) =>
    (await listed([user({ displayName })], '--csv', '--fields', 'displayName')).stdout

  test('prints every field that is no secret, with times as RFC 3339 and CRLF', async () => {
    const { stdout } = await listed([user()], '--csv')
    const [header, row] = stdout.split('\r\n')
    expect(header).toMatch(/^id,/)
    expect(header!.split(',')).toEqual(expect.arrayContaining(['username', 'createdAt', 'lastSeenAt']))
    expect(row).toContain(',2023-11-14T22:13:20.000Z')
    expect(stdout.endsWith('\r\n')).toBe(true)
  })

  test.each([
    ['a,b', '"a,b"'],
    ['say "hi"', '"say ""hi"""'],
    ['two\nlines', '"two\nlines"'],
    ['=1+1', "'=1+1"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['+cmd|x', "'+cmd|x"],
    ['-2+3', "'-2+3"],
    ['\t=1', "'\\t=1"],
    ['＝1+1', "'＝1+1"],
    ['\n=1', '"\'\n=1"'],
    ['-12.5', '-12.5'],
    ['+4912345', '+4912345'],
    [null, ''],
    ['\u001b[31mred\u202e', '\\x1b[31mred\\u{202e}'],
  ])('writes %j as %j', async (value, cell) => {
    expect(await cellsOf(value)).toBe(`displayName\r\n${cell}\r\n`)
  })

  test('leaves secrets out unless their fields are named', async () => {
    const { openauth } = await operator({ data: { id, name: 'Shop', telegramBotToken: '123:abc' } })
    expect((await openauth(['apps', 'get', id, '--csv'])).stdout).not.toMatch(/123:abc|telegramBotToken/)
    expect((await openauth(['apps', 'get', id, '--csv', '--fields', 'telegramBotToken'])).stdout).toContain('123:abc')
  })

  test('has one header over all pages', async () => {
    const { fetch } = fakeServer(({ url }) => ({
      body: page([user({ id: url.searchParams.get('page') === '2' ? other : id })], 2),
    }))
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { stdout } = await openauth(['users', 'list', '--app', id, '--all', '--csv', '--fields', 'id'])
    expect(stdout).toBe(`id\r\n${id}\r\n${other}\r\n`)
  })

  test('prints the rows of an answer that has more than its table', async () => {
    const keks = [{ id: 'local:1', rows: 3, isCurrent: true, opens: true }]
    const { openauth } = await operator({ data: { current: 'local:1', keks } })
    expect((await openauth(['keys', 'status', '--csv'])).stdout).toBe(
      'id,rows,isCurrent,opens\r\nlocal:1,3,true,true\r\n',
    )
  })
})

test('--tsv escapes tabs and line ends, and guards no formulas', async () => {
  const { stdout } = await listed([user({ displayName: '=a\tb\nc\\d' })], '--tsv', '--fields', 'id,displayName')
  expect(stdout).toBe(`id\tdisplayName\n${id}\t=a\\tb\\nc\\\\d\n`)
})

describe('--quiet', () => {
  test('prints ids only, and no notes', async () => {
    const { openauth } = await operator(page([user(), user({ id: other })], 3))
    const argv = ['users', 'list', '--app', id, '-q']
    expect(await openauth(argv)).toEqual({ code: 0, stdout: `${id}\n${other}\n`, stderr: '' })
    const empty = await (await operator({ data: {} })).openauth(['users', 'enable', id, '--app', id, '--quiet'])
    expect(empty).toEqual({ code: 0, stdout: '', stderr: '' })
  })

  test('prints the id of a record, and errors', async () => {
    const { openauth } = await operator({ data: { id, name: 'Shop' } })
    expect((await openauth(['apps', 'create', 'Shop', '--quiet'])).stdout).toBe(`${id}\n`)
    expect((await openauth(['apps', 'create', '--quiet'])).stderr).toContain('--name is required')
  })
})

test('--utc prints times in UTC', async () => {
  expect((await listed([user()], '--utc')).stdout).toContain('2023-11-14 22:13:20Z')
})

test.each([
  [['--json', '--csv'], '--json and --csv'],
  [['--csv', '--tsv', '--quiet'], '--csv, --tsv and --quiet'],
  [['--fields', 'id', '--query', 'id'], '--fields and --query'],
  [['--quiet', '--query', 'id'], '--query and --quiet'],
])('%j exclude each other', async (flags, named) => {
  const { openauth, requests } = await operator(page([]))
  const { code, stderr } = await openauth(['users', 'list', '--app', id, ...flags])
  expect({ code, stderr, requests }).toEqual({
    code: 2,
    stderr: `Error: ${named} exclude each other. Give one of them\n`,
    requests: [],
  })
})

test('the names of apps stand beside their ids, by one call', async () => {
  const { fetch, requests } = fakeServer(({ url }) =>
    url.pathname === '/admin/apps'
      ? data([{ id, name: 'Sh\u001bop', createdAt: 0 }])
      : data([id, other, id].map((appId) => ({ severity: 'warning', code: 'x', appId, subject: null, data: {} }))),
  )
  const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const { stdout } = await openauth(['attention'])
  expect(stdout.split('\n')[1]).toMatch(new RegExp(`Sh\\\\x1bop +${id}`))
  expect(stdout.split('\n')[2]).toMatch(new RegExp(`- +${other}`))
  expect(requests).toHaveLength(2)
  await openauth(['attention', '--json'])
  expect(requests).toHaveLength(3)
})
