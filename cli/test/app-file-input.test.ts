import { readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { createOperator, temporaryFolder } from './cli.ts'

/** Runs a push of a file. Its environment has no network: whatever is refused was refused before a call. */
const push = async (content: string | Buffer, more: string[] = []) => {
  const path = join(await temporaryFolder(), 'app.yaml')
  await writeFile(path, content)
  const { openauth } = await createOperator({ env: { OPENAUTH_TOKEN: 'a.b.c' } })
  const { code, stderr, stdout } = await openauth(['apps', 'push', '--file', path, '--yes', ...more])
  expect(await readdir(dirname(path))).toEqual(['app.yaml'])
  expect((await readFile(path)).equals(Buffer.from(content as string))).toBe(true)
  return { code, stdout, text: stderr.replaceAll(path, 'app.yaml') }
}

const head = 'openauth: 1\nname: A\n'

describe('a file that is no configuration is refused with its line, before any call', () => {
  test.each([
    ['empty', '', /app.yaml is empty/],
    ['a comment alone', '# nothing\n', /must hold the fields of an app. It begins with: openauth: 1/],
    ['a list', '- openauth: 1\n', /must hold the fields of an app/],
    ['a text', 'openauth\n', /must hold the fields of an app/],
    ['another version', 'openauth: 2\n', /line 1, column 1: openauth must be 1/],
    ['no version', 'name: A\n', /openauth is required/],
    ['a tab', `${head}brand:\n\tname: B\n`, /line 4, column 1: Tabs are not allowed as indentation/],
    ['a key twice', `${head}name: B\n`, /line 3, column 1: name is there already/],
    ['two documents', `${head}---\n${head}`, /line 3, column 1: .*multiple documents/i],
    ['an open bracket', `${head}knownTokens: [\n`, /line \d+, column \d+: /],
    ['a tag', `${head}settings: !!js/function "x"\n`, /line 3, column 11: Unresolved tag/],
    ['a set', `${head}brand: !!set {a, b}\n`, /line 3, column \d+: !!set is not taken; write an object or a list/],
    ['an ordered map', `${head}brand: !!omap [a: 1]\n`, /line 3, column \d+: !!omap is not taken/],
    ['an anchor', `${head}settings: &a {}\nbrand: *a\n`, /line 3, column \d+: &a: anchors and aliases are not taken/],
    ['a control character', `${head}settings:\n  description: "a\u0007b"\n`, /U\+0007 at line 4, column 18/],
    ['an old line end', `${head}settings:\r  description: b\n`, /U\+000D at line 3/],
    ['a wrong type', `${head}settings:\n  jwtTTL: soon\n`, /line 4, column 3: settings.jwtTTL must be a number/],
    ['a map for a list', `${head}gameTasks:\n  key: a\n`, /line 3, column 1: gameTasks must be a list/],
    [
      'a number for digits',
      `${head}walletPolicy:\n  limits:\n    - { token: "solana:native", perDay: 5 }\n`,
      /line 5, column \d+: walletPolicy.limits\[0\].perDay must be a string/,
    ],
    [
      'no time',
      `${head}gameTasks:\n  - key: a\n    startsAt: soon\n`,
      /line 5, column 5: gameTasks\[0\].startsAt must be a time such as 2026/,
    ],
    [
      'an item twice',
      `${head}gameTasks:\n  - key: a\n  - key: a\n`,
      /line 5, column 5: gameTasks\[1\] has the key a a second time/,
    ],
    [
      'an item without a key',
      `${head}gameTasks:\n  - title: a\n`,
      /line 4, column \d+: gameTasks\[0\].key is required/,
    ],
    [
      'a task of no kind',
      `${head}gameTasks:\n  - key: a\n    check: { kind: vist }\n`,
      /gameTasks\[0\].check.kind must be one of visit/,
    ],
    ['an alias for a prototype', `${head}__proto__:\n  name: B\n`, /line 3, column 1: __proto__ is not known here/],
  ])('%s', async (_, text, message) => {
    const { code, text: told } = await push(text)
    expect(told).toMatch(message)
    expect(code).toBe(2)
  })

  test('keys that nothing knows, each with its place and the nearest name', async () => {
    const { code, text } = await push(
      [
        'openauth: 1',
        'names: A',
        'settings:',
        '  redirectorigins: []',
        'loginMethods:',
        '  gogle: { enabled: true }',
        '  google: { clientID: x }',
        'oidcConnections:',
        '  - key: okta',
        '    claims: { subjct: sub }',
        'gameTasks:',
        '  - key: a',
        '    check: { kind: visit, dwell: 4 }',
        'frobnicate: 1',
        '',
      ].join('\n'),
    )
    expect(code).toBe(2)
    expect(
      text
        .trim()
        .split('\n')
        .map((line) => line.trim()),
    ).toEqual([
      'Error: app.yaml cannot be used; nothing was changed',
      'line 2, column 1: names is not known here. Did you mean name?',
      'line 4, column 3: settings.redirectorigins is not known here. Did you mean redirectOrigins?',
      'line 6, column 3: loginMethods.gogle is not known here. Did you mean google?',
      'line 7, column 13: loginMethods.google.clientID is not known here. Did you mean clientId?',
      'line 10, column 15: oidcConnections[0].claims.subjct is not known here. Did you mean subject?',
      'line 13, column 27: gameTasks[0].check.dwell is not known here. Did you mean dwellSeconds?',
      'line 14, column 1: frobnicate is not known here',
    ])
  })

  test('bytes that are no UTF-8, and UTF-16', async () => {
    expect((await push(Buffer.from([0x61, 0x3a, 0x0a, 0xff]))).text).toMatch(/not UTF-8: see line 2/)
    expect((await push(Buffer.from('\ufeffopenauth: 1', 'utf16le'))).text).toMatch(/is UTF-16/)
  })

  test('ten megabytes, however they are given', async () => {
    const large = `${head}# ${'x'.repeat(10_000_000)}\n`
    expect(await push(large)).toMatchObject({ code: 2, text: expect.stringContaining('has more than 2 MB') })
    const { openauth } = await createOperator({ env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { code, stderr } = await openauth(['apps', 'push', '--file', '-'], { stdin: large })
    expect([code, stderr]).toEqual([2, expect.stringContaining('Standard input has more than 2 MB')])
  })

  test('brackets within brackets, and aliases that stand for gigabytes', async () => {
    for (const bracket of ['[', '{a: ', '- ', '? '])
      expect(await push(`${head}brand:\n${bracket.repeat(20_000)}`)).toMatchObject({
        code: 2,
        text: expect.stringContaining('app.yaml is nested too deeply'),
      })
    const flat = Array.from({ length: 20_000 }, (_, index) => `k${index}: v`).join('\n')
    expect((await push(`${head}${flat}\n`)).text).toMatch(/line 3, column 1: k0 is not known here[^]*and 19980 more/)
    const level = (index: number) =>
      `b${index}: &b${index} [${Array(9)
        .fill(`*b${index - 1}`)
        .join(', ')}]`
    const bomb = ['b0: &b0 [x, x]', ...Array.from({ length: 9 }, (_, index) => level(index + 1))].join('\n')
    expect(await push(`${head}${bomb}\n`)).toMatchObject({
      code: 2,
      text: expect.stringMatching(/line 3, column \d+: &b0: anchors and aliases are not taken/),
    })
  })

  test('a file that is not there', async () => {
    const { openauth } = await createOperator({ env: { OPENAUTH_TOKEN: 'a.b.c' } })
    const { code, stderr } = await openauth(['apps', 'push', '--file', '/nowhere/app.yaml'])
    expect([code, stderr]).toEqual([1, expect.stringContaining('/nowhere/app.yaml cannot be read: ENOENT')])
    expect((await openauth(['apps', 'diff', '--file', '/nowhere/app.yaml'])).code).toBe(2)
  })
})

describe('a secret', () => {
  const withSecret = (value: string) => `${head}loginMethods:\n  google:\n    clientSecret: ${value}\n`

  test('is refused in the file, and is not in the message', async () => {
    const { code, text, stdout } = await push(withSecret('very-secret-text'))
    expect([code, stdout]).toEqual([2, ''])
    expect(text).toMatch(
      /line 5, column 5: loginMethods.google.clientSecret must not stand in the file: name where it is, as \{ env: NAME \}/,
    )
    expect(text).not.toContain('very-secret')
  })

  test.each([
    '{ env: OPENAUTH_TOKEN }',
    '{ env: "a b" }',
    '{ env: A, file: b }',
    '{ file: "" }',
    '{ environment: A }',
    '[A]',
    'true',
  ])('is refused as %s', async (value) => {
    expect(await push(withSecret(value))).toMatchObject({
      code: 2,
      text: expect.stringContaining('loginMethods.google.clientSecret'),
    })
  })
})

test('the schema for editors is printed without a server', async () => {
  const { openauth } = await createOperator()
  const { code, stdout } = await openauth(['apps', 'schema'])
  expect(code).toBe(0)
  expect(JSON.parse(stdout)).toMatchObject({ type: 'object', required: ['openauth'], additionalProperties: false })
})
