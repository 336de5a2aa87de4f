import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createOperator, data, fakeServer, temporaryFolder } from './cli.ts'

const id = '7b1f4f0e-5f0a-4f64-9d1c-0123456789ab'

const signedIn = async () => {
  const { fetch, requests } = fakeServer(() => data({ id }))
  return { requests, ...(await createOperator({ fetch, env: { OPENAUTH_TOKEN: 'a.b.c' } })) }
}

/** Runs a command, and returns the body that it sent. */
const sent = async (argv: string[], stdin = '') => {
  const { openauth, requests } = await signedIn()
  const { code, stderr } = await openauth(argv, { stdin })
  return { code, stderr, body: requests[0]?.body }
}

const update = ['apps', 'update', id]
const rules = ['game-rules', 'update', '--app', id]
const policy = ['wallet-policies', 'update', '--app', id]
const task = ['game-tasks', 'create', '--app', id, '--title', 'Join', '--reward', '5']

describe('flags with dots', () => {
  test('set fields of a field, also as --name=value', async () => {
    const { body } = await sent([...update, '--brand.color', '#aabbcc', '--brand.name=My shop'])
    expect(body).toEqual({ brand: { color: '#aabbcc', name: 'My shop' } })
  })

  test('set nested fields with the types of the contract', async () => {
    const { code, body } = await sent([...rules, '--energy.per-second', '2', '--boosts.multitap.prices', '500'])
    expect({ code, body }).toMatchObject({ code: 0, body: { energy: { perSecond: 2 } } })
    expect(body).toMatchObject({ boosts: { multitap: { prices: [500] } } })
  })

  test('that are repeated make a list, and numbers are its items', async () => {
    const prices = ['500', '1000', '2500'].flatMap((price) => ['--boosts.multitap.prices', price])
    expect((await sent([...rules, ...prices])).body).toEqual({ boosts: { multitap: { prices: [500, 1000, 2500] } } })
    const limits = ['--limits.0.token', 'solana:native', '--limits.0.per-day', '5', '--limits.1.token', 'base:native']
    expect((await sent([...policy, ...limits, '--limits.1.perDay', '7'])).body).toEqual({
      limits: [
        { token: 'solana:native', perDay: '5' },
        { token: 'base:native', perDay: '7' },
      ],
    })
  })

  test('choose a variant of a union by its fields', async () => {
    const check = ['--check.kind', 'telegram_member', '--check.chat', '@my_channel', '--url', 'https://t.me/x']
    expect((await sent([...task, ...check])).body).toMatchObject({
      check: { kind: 'telegram_member', chat: '@my_channel' },
    })
  })

  test('win over a flag with JSON and over --input, whose other parts stay', async () => {
    const file = JSON.stringify({ brand: { name: 'From the file', color: '#000000' } })
    expect((await sent([...update, '--input', '-', '--brand.color', '#ffffff'], file)).body).toEqual({
      brand: { name: 'From the file', color: '#ffffff' },
    })
    expect((await sent([...update, '--brand', '{"name":"A"}', '--brand.name', 'B'])).body).toEqual({
      brand: { name: 'B' },
    })
    expect((await sent([...update, '--brand.name', 'null'])).body).toEqual({ brand: { name: null } })
  })

  test.each([
    [[...update, '--brnd.color', '#fff'], 'There is no option --brnd. Did you mean brand?'],
    [[...update, '--brand.colr', '#fff'], '--brand has no field colr. Did you mean color?'],
    [[...update, '--name.first', 'x'], '--name has no fields'],
    [[...rules, '--energy.per-second', 'fast'], '--energy.per-second must be a whole number'],
    [[...policy, '--limits.1.token', 'x'], '--limits.1.token: the list has 0 items. The next one is 0'],
    [[...policy, '--limits.token', 'x'], 'Items of --limits have numbers: --limits.0'],
    [[...task, '--check.kind', 'telegram_membr'], 'Did you mean telegram_member?'],
    [[...update, '--brand.color'], '--brand.color needs a value'],
    [['setup', '--brand.color', 'x'], 'There is no option --brand.color'],
    [['apps', 'get', '--id.x', 'y', id], 'There is no option --id'],
  ])('%j exits with 2 and sends nothing', async (argv, expected) => {
    const { code, stderr, body } = await sent(argv)
    expect(stderr).toContain(expected)
    expect({ code, body }).toEqual({ code: 2, body: undefined })
  })
})

describe('--input', () => {
  const fileOf = async (name: string, content: string | Buffer) => {
    const path = join(await temporaryFolder(), name)
    await writeFile(path, content)
    return path
  }

  test('reads YAML by the ending of the file, and on standard input by its first character', async () => {
    const yaml = 'description: A shop # of things\nbrand:\n  name: Shop\nredirectOrigins:\n  - https://a.example\n'
    const expected = { description: 'A shop', brand: { name: 'Shop' }, redirectOrigins: ['https://a.example'] }
    expect((await sent([...update, '--input', await fileOf('app.yaml', yaml)])).body).toEqual(expected)
    expect((await sent([...update, '--input', '-'], yaml)).body).toEqual(expected)
    expect((await sent([...update, '--input', '-'], JSON.stringify(expected))).body).toEqual(expected)
  })

  test('takes a byte order mark, CRLF and a line of 10 MB', async () => {
    const text = `\uFEFF{\r\n  "description": "x"\r\n}\r\n`
    expect((await sent([...update, '--input', await fileOf('a.json', text)])).body).toEqual({ description: 'x' })
    const yaml = '\uFEFFdescription: x\r\nname: y\r\n'
    expect((await sent([...update, '--input', await fileOf('a.yml', yaml)])).body).toEqual({
      description: 'x',
      name: 'y',
    })
    const long = JSON.stringify({ description: 'x'.repeat(10_000_000) })
    expect((await sent([...update, '--input', await fileOf('long.json', long)])).stderr).toContain('--description must')
  })

  test('takes times as text', async () => {
    expect(
      (
        await sent(
          [...task, '--input', '-', '--check.kind', 'visit', '--url', 'https://a.example'],
          'endsAt: 2026-12-01T09:00Z',
        )
      ).body,
    ).toMatchObject({ endsAt: 1_796_115_600_000 })
  })

  test('tells which fields it does not use, and what was meant', async () => {
    const { code, stderr } = await sent([...update, '--input', '-'], '{"createdAt": 1, "descripton": "x", "name": "y"}')
    expect([code, stderr]).toEqual([
      0,
      'Not used of standard input: createdAt, descripton (did you mean description?)\n',
    ])
  })

  test.each([
    ['', 'Standard input is empty'],
    ['[1]', 'must hold an object'],
    ['hello', 'must hold an object'],
    ['{"name": secret}', 'Standard input is not JSON: Unexpected token'],
    ['a: b\n c: d: e', 'Standard input is not YAML: '],
    ['a: 1\n---\nb: 2', 'must hold one YAML document'],
    ['a: 1\na: 2', 'Map keys must be unique at line 2, column 1'],
    ['a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]', 'alias'],
  ])('refuses %j in one line', async (text, expected) => {
    const { code, stderr, body } = await sent([...update, '--input', '-'], text)
    expect(stderr).toContain(expected)
    expect({ code, body, lines: stderr.trimEnd().split('\n').length }).toEqual({ code: 2, body: undefined, lines: 1 })
    expect(stderr).not.toContain('secret')
  })

  test.each([
    ['latin1.json', Buffer.from('{\n"name": "Caf\u00e9"\n}', 'latin1'), 'is not UTF-8: see line 2. Save it as UTF-8'],
    ['utf16.json', Buffer.from('\uFEFF{"name": "x"}', 'utf16le'), 'is UTF-16. Save it as UTF-8'],
    ['empty.yaml', Buffer.from(' \n'), 'is empty'],
  ])('refuses %s', async (name, content, expected) => {
    const { code, stderr, body } = await sent([...update, '--input', await fileOf(name, content)])
    expect(stderr).toContain(expected)
    expect({ code, body }).toEqual({ code: 2, body: undefined })
  })

  test('that does not exist fails with its path', async () => {
    const { code, stderr } = await sent([...update, '--input', '/nowhere/app.yaml'])
    expect([code, stderr]).toEqual([1, 'Error: /nowhere/app.yaml cannot be read: ENOENT: no such file or directory\n'])
  })
})

describe('a wrong word', () => {
  test.each([
    [['apps', 'lst'], 'Did you mean list?'],
    [['appss', 'list'], 'Did you mean apps?'],
    [['partner', 'user', 'list'], 'Did you mean users?'],
    [['user', 'get', id], 'Operators look after users with: openauth users'],
    [['apps', 'update', id, '--descripton', 'x'], 'Did you mean --description?'],
    [['users', 'list', '--app', id, '--sort-by', 'createdAtt'], 'Did you mean createdAt?'],
    [['apps', 'update', id, '--clear', 'descripton'], 'Did you mean description?'],
  ])('%j gets the nearest one', async (argv, expected) => {
    const { code, stderr, body } = await sent(argv)
    expect(stderr).toContain(expected)
    expect({ code, body }).toEqual({ code: 2, body: undefined })
  })
})
