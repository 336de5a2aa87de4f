import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'
const user = (more: Record<string, unknown> = {}) => ({
  id,
  email: null,
  username: 'alice',
  displayName: 'Alice',
  referCode: 'ABCD1234',
  createdAt: 0,
  lastSeenAt: 1_700_000_000_000,
  disabled: false,
  ...more,
})
const page = (rows: unknown[], totalPages = 1) => ({
  body: { data: rows, meta: { totalItems: rows.length, totalPages } },
})

const list = async (rows: unknown[], argv: string[] = [], columns?: number) => {
  const { fetch } = fakeServer(() => page(rows))
  const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  return openauth(['users', 'list', '--app', id, ...argv], columns === undefined ? {} : { columns })
}

describe('a table', () => {
  test('is aligned by terminal columns, not by code units', async () => {
    const { stdout } = await list([user(), user({ displayName: '山田太郎' }), user({ displayName: '👩‍👩‍👧 é' })])
    const [header, ...rows] = stdout.trimEnd().split('\n')
    const column = header!.indexOf('IDENTITIES')
    const { default: stringWidth } = await import('string-width')
    for (const row of rows) expect(stringWidth(row.slice(0, row.indexOf('alice (username)')))).toBe(column)
  })

  test('has the place of sessions where the server knows one, and no such column elsewhere', async () => {
    const session = { id, method: 'google', ip: '203.0.113.7', country: 'DE', city: 'Berlin', userAgent: null }
    const other = { ...session, country: 'JP', city: null }
    const sessions = async (rows: unknown[]) => {
      const { fetch } = fakeServer(() => ({ body: { data: rows } }))
      const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
      return (await openauth(['users', 'sessions', id, '--app', id])).stdout
    }
    expect(await sessions([session, other])).toMatch(
      /IP +PLACE +LAST[^]*203\.0\.113\.7 +Berlin, DE [^]*203\.0\.113\.7 +JP /,
    )
    expect(await sessions([{ ...other, country: null }])).not.toContain('PLACE')
  })

  test('prints times in local time', async () => {
    const { stdout } = await list([user()])
    const at = new Date(1_700_000_000_000)
    expect(stdout).toContain(
      `${at.getFullYear()}-11-${String(at.getDate()).padStart(2, '0')} ${String(at.getHours()).padStart(2, '0')}:`,
    )
    expect(stdout).not.toContain('1700000000000')
  })

  test('fits the terminal and never truncates an id', async () => {
    const { stdout } = await list(
      [user({ displayName: 'long '.repeat(30), email: `${'e'.repeat(80)}@example.com` })],
      [],
      120,
    )
    for (const line of stdout.trimEnd().split('\n')) expect(line.length).toBeLessThanOrEqual(120)
    expect(stdout).toContain(id)
    expect(stdout).toContain('…')
  })

  test('is replaced by a line per field on a narrow terminal', async () => {
    const { stdout } = await list([user(), user()], [], 60)
    expect(stdout.split('\n\n')).toHaveLength(2)
    expect(stdout).toContain(`ID            ${id}\nDISPLAY NAME  Alice\n`)
  })

  test('leaves out its last columns where half of them have room, unless they were asked for', async () => {
    const shown = await list([user()], [], 80)
    expect(shown.stdout.split('\n')[0]).toMatch(/^ID +DISPLAY NAME +IDENTITIES +REFER CODE$/)
    expect(shown.stderr).toBe('Without room: last seen at, disabled, disabled by. --fields selects columns.\n')
    const fields = 'id,displayName,username,referCode,createdAt,lastSeenAt'
    expect((await list([user()], ['--fields', fields], 80)).stdout).toContain(`ID            ${id}\n`)
  })

  test('is not truncated in a pipe', async () => {
    const { stdout } = await list([user({ displayName: 'long '.repeat(30) })])
    expect(stdout).toContain('long '.repeat(30).trimEnd())
  })

  test('without rows prints None. on stderr', async () => {
    expect(await list([])).toEqual({ code: 0, stdout: '', stderr: 'None.\n' })
  })

  test('has colours only on a terminal, without NO_COLOR and with a capable TERM', async () => {
    const { fetch } = fakeServer(() => page([user()]))
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const argv = ['users', 'list', '--app', id]
    const isColored = async (env: Record<string, string>, columns?: number) =>
      (await openauth(argv, { env, ...(columns ? { columns } : {}) })).stdout.includes('\u001b[')
    expect(await isColored({ NO_COLOR: '' }, 120)).toBe(true)
    expect(await isColored({ NO_COLOR: '' })).toBe(false)
    expect(await isColored({ NO_COLOR: '1' }, 120)).toBe(false)
    expect(await isColored({ NO_COLOR: '', TERM: 'dumb' }, 120)).toBe(false)
  })
})

describe('control characters in a text of a user are escaped', () => {
  // Escape sequences in 7 and 8 bits, a title change, a carriage return, a new line, a bidirectional override.
  const hostile = '\u001b[2J\u009b31m\u001b]0;owned\u0007\rroot\nadmin\u202egnp.exe\u2028x'
  const unprintable = /(?!\n)\p{Cc}|[\u2028\u2029\u202a-\u202e\u2066-\u2069]/u

  test('in a table', async () => {
    const { stdout } = await list([user({ displayName: hostile })], [], 200)
    expect(stdout).not.toMatch(unprintable)
    expect(stdout.trimEnd().split('\n')).toHaveLength(2)
    expect(stdout).toContain('\\x1b[2J')
  })

  test('in a single object, where a second line cannot look like a field', async () => {
    const { fetch } = fakeServer(() => data(user({ displayName: 'x\nusername  root' })))
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { stdout } = await openauth(['users', 'get', id, '--app', id])
    expect(stdout.split('\n').filter((line) => line.startsWith('username'))).toEqual(['username      alice'])
  })

  test('in JSON, whose parsed value stays the same', async () => {
    const { stdout } = await list([user({ displayName: hostile })], ['--json'])
    expect(stdout).not.toMatch(unprintable)
    expect((JSON.parse(stdout) as { data: { displayName: string }[] }).data[0]!.displayName).toBe(hostile)
  })

  test('but emoji and joined scripts are not', async () => {
    expect((await list([user({ displayName: '👩‍👩‍👧 می‌خواهم' })])).stdout).toContain('👩‍👩‍👧 می‌خواهم')
  })
})

describe('objects within an answer', () => {
  const show = async (record: Record<string, unknown>) => {
    const { fetch } = fakeServer(() => data({ id, name: 'My app', ...record }))
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    return (await openauth(['apps', 'get', id])).stdout.trimEnd().split('\n').slice(2)
  }

  test('are printed field by field, by their paths', async () => {
    expect(await show({ brand: { name: 'Shop', texts: { login: { en: 'Welcome' } } } })).toEqual([
      'brand.name            Shop',
      'brand.texts.login.en  Welcome',
    ])
    expect(await show({ brand: {}, limits: { perDay: 10 } })).toEqual(['brand          -', 'limits.perDay  10'])
  })

  test('that are not set are listed by their paths', async () => {
    const brand = { name: null, color: null, logoUrl: null, bannerUrl: null }
    expect(await show({ brand })).toEqual(['not set  brand.name brand.color brand.logoUrl brand.bannerUrl'])
  })

  test('of a list are blocks, whose values cannot look like fields', async () => {
    const partnerLimits = [
      { token: 'SOL', perDay: '5' },
      { token: 'a\nperDay  9', perDay: null, networks: ['solana', 'base'], more: [{ secret: 'x' }] },
    ]
    expect(await show({ partnerLimits })).toEqual([
      'partner-limits  - token   SOL',
      '                  perDay  5',
      '                - token     a\\nperDay  9',
      '                  perDay    -',
      '                  networks  solana, base',
      '                  more      - secret  (set; --json shows it)',
    ])
  })
})

describe('--json', () => {
  test('prints exactly the data, and {data, meta} for pages', async () => {
    const { stdout } = await list([user()], ['--json'])
    expect(JSON.parse(stdout)).toEqual({ data: [user()], meta: { totalItems: 1, totalPages: 1 } })
    const { fetch } = fakeServer(() => data(user()))
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    expect(JSON.parse((await openauth(['--json', 'users', 'get', id, '--app', id])).stdout)).toEqual(user())
  })
})

test('a secret is printed as (set), except by the commands that exist to show it', async () => {
  const { fetch } = fakeServer(({ url }) =>
    data(
      url.pathname.endsWith('/secret') ? { appSecret: 'oa_1', jwtSecret: 'PEM' } : { id, telegramBotToken: '123:abc' },
    ),
  )
  const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const { stdout } = await openauth(['apps', 'get', id])
  expect(stdout).not.toContain('123:abc')
  expect(stdout).toContain('(set')
  expect((await openauth(['apps', 'secret', id])).stdout).toContain('oa_1')
})

describe('pages', () => {
  const serve = () => {
    const rows = Array.from({ length: 5 }, (_, index) => user({ id: `${id.slice(0, -1)}${index}` }))
    return fakeServer(({ url }) => {
      const at = Number(url.searchParams.get('page') ?? 1)
      return { body: { data: rows.slice(at * 2 - 2, at * 2), meta: { totalItems: 5, totalPages: 3 } } }
    })
  }

  test('are counted on stderr', async () => {
    const { openauth } = await createOperator({ fetch: serve().fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { stdout, stderr } = await openauth(['users', 'list', '--app', id, '--page', '2', '--limit', '2'])
    expect(stdout.trimEnd().split('\n')).toHaveLength(3)
    expect(stderr).toBe('Page 2 of 3: 2 of 5. --page 3 shows the next page, --all shows every page.\n')
  })

  test('are all fetched with --all, with the largest page size, and printed as NDJSON', async () => {
    const { fetch, requests } = serve()
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { stdout } = await openauth(['users', 'list', '--app', id, '--all', '--json'])
    const rows = stdout.trimEnd().split('\n')
    expect(rows.map((row) => (JSON.parse(row) as { id: string }).id.at(-1))).toEqual(['0', '1', '2', '3', '4'])
    expect(requests.map(({ url }) => url.search)).toEqual([1, 2, 3].map((at) => `?limit=100&page=${at}`))
  })

  test('that overlap print each row once', async () => {
    const { fetch } = fakeServer(() => ({ body: { data: [user()], meta: { totalItems: 2, totalPages: 2 } } }))
    const { openauth } = await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { stdout } = await openauth(['users', 'list', '--app', id, '--all', '--json'])
    expect(JSON.parse(stdout)).toEqual(user())
  })
})
