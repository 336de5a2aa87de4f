import { defaultGameRules } from '@openauth/client'
import { describe, expect, test } from 'vitest'
import { differencesOf } from '../src/app-file/differences.ts'
import { differenceLines } from '../src/app-file/difference-lines.ts'
import { merge } from '../src/app-file/merge.ts'
import { parseAppFile } from '../src/app-file/parse-file.ts'
import { appFileText } from '../src/app-file/write-file.ts'

const fileOf = (values: object): string => appFileText(undefined, { openauth: 1, ...values })
const parsed = (text: string) => parseAppFile('app.yaml', text)

describe('what a file is written of is read from it', () => {
  const words = 'yes no null ~ true 1 1e3 0x10 0o7 .inf 2026-12-01 12:30:00 << = " \' \\ --- ... ａ é 👩‍👩‍👧'.split(' ')
  const beginnings = '- # : ? ! & * % @ ` | > { [ " \' ---'.split(' ').map((sign) => `${sign} a`)
  const others = ['a # b', 'a: b', `it's "so"`, 'a\\nb', 'नमस्ते', 'مرحبا', 'x'.repeat(1000)]
  test.each([words, beginnings, others].flat())('%s', (description) => {
    const text = fileOf({ settings: { description } })
    const { values, document } = parsed(text)
    expect(values['settings']).toEqual({ description: description.normalize('NFKC') })
    expect(appFileText(document, document.toJS() as Record<string, unknown>)).toBe(text)
  })

  test('of text that is a number on the wire, and of a number that is none', () => {
    const limits = [{ token: 'solana:native', perTransaction: null, perDay: '00012345678901234567890' }]
    const text = fileOf({ walletPolicy: { limits, approvals: false }, gameRules: defaultGameRules })
    expect(parsed(text).values).toMatchObject({
      walletPolicy: { limits, approvals: false },
      gameRules: defaultGameRules,
    })
  })
})

test('a file keeps its form where little changes', () => {
  const own = [
    '# heading',
    '',
    'openauth: 1',
    'gameRules: { taps: { rings: 1 }, energy: {max: 5} } # one line',
    'walletPolicy:',
    '    # why',
    '    tokens: # these',
    '        - solana:native # SOL',
    "        - 'base:native'",
    '',
    "name: 'A' # the name",
    '',
  ].join('\n')
  const { document } = parsed(own)
  const text = appFileText(document, {
    openauth: 1,
    name: 'B',
    walletPolicy: { tokens: ['base:native', 'vara:native', 'solana:native'] },
    gameRules: { taps: { rings: 2 }, energy: { max: 5 } },
  })
  for (const kept of ['# heading\n', '# one line\n', '# why\n', '# these\n', '- solana:native # SOL\n', '# the name\n'])
    expect(text).toContain(kept)
  expect(parsed(text).values).toEqual({
    openauth: 1,
    gameRules: { taps: { rings: 2 }, energy: { max: 5 } },
    walletPolicy: { tokens: ['base:native', 'vara:native', 'solana:native'] },
    name: 'B',
  })
  const again = parsed(text).document
  expect(appFileText(again, again.toJS() as Record<string, unknown>)).toBe(text)
})

describe('differences', () => {
  const lines = (before: object, after: object, prunes = false) =>
    differencesOf(before as never, after as never, prunes).flatMap(differenceLines)

  test('are told of what the file has only, and of texts as a whole', () => {
    const before = { brand: { color: '#fff', texts: { login: { en: 'a', ru: 'b' } } }, settings: { jwtTTL: 1 } }
    expect(lines(before, {})).toEqual([])
    expect(lines(before, { brand: { color: '#fff' } })).toEqual([])
    expect(lines(before, { brand: { texts: { login: { en: 'a' } } } })).toEqual(['~ brand.texts.login.ru: "b" → null'])
    expect(lines(before, { brand: { texts: {} } })).toHaveLength(1)
    expect(lines(before, { settings: { jwtTTL: 2 } })).toEqual(['~ settings.jwtTTL: 1 → 2'])
  })

  test('of lists say what comes and goes, and whether the order changes', () => {
    const list = (...tokens: string[]) => ({ walletPolicy: { tokens } })
    expect(lines(list('a', 'b'), list('b', 'c'))).toEqual(['~ walletPolicy.tokens', '    - "a"', '    + "c"'])
    expect(lines(list('a', 'b'), list('b', 'a'))).toEqual(['~ walletPolicy.tokens: ["a","b"] → ["b","a"]'])
    const tasks = (...keys: string[]) => ({ gameTasks: keys.map((key) => ({ key })) })
    expect(lines(tasks('a', 'b', 'c'), tasks('a', 'c'))).toEqual([])
    expect(lines(tasks('a', 'b', 'c'), tasks('a', 'c'), true)).toEqual(['- gameTasks.b', '    - key: "b"'])
    expect(lines(tasks('a', 'b', 'c'), tasks('c', 'a'))).toEqual(['~ order of gameTasks: c, a, b'])
    expect(lines(tasks('a'), tasks('a', 'b'))).toEqual(['+ gameTasks.b', '    + key: "b"'])
  })
})

describe('a merge', () => {
  const task = (key: string, reward = 1) => ({ key, reward })
  const merged = (base: object[], file: object[], remote: object[]) => {
    const [one, two, three] = [base, file, remote].map((gameTasks) => ({ gameTasks }))
    const { values, conflicts } = merge({ base: one!, file: two!, remote: three! })
    return [(values['gameTasks'] as { key: string }[]).map(({ key }) => key).join(' '), ...conflicts]
  }

  test('keeps what each side adds, and what each removes away', () => {
    const base = [task('a'), task('b'), task('c')]
    expect(merged(base, [...base, task('mine')], [...base, task('theirs')])).toEqual(['a b c mine theirs'])
    expect(merged(base, [task('mine'), ...base], base)).toEqual(['mine a b c'])
    expect(merged(base, [task('mine'), ...base], base.toReversed())).toEqual(['c b a mine'])
    expect(merged(base, [task('a'), task('b')], [task('b'), task('c')])).toEqual(['b'])
    expect(merged(base, [task('c'), task('b'), task('a')], base)).toEqual(['c b a'])
    expect(merged(base, base, [task('c'), task('b'), task('a')])).toEqual(['c b a'])
  })

  test('tells what both sides changed', () => {
    const base = [task('a'), task('b')]
    expect(merged(base, [task('a', 2), task('b')], [task('a', 3), task('b')])).toEqual(['a b', 'gameTasks.a.reward'])
    expect(merged(base, [task('b')], [task('a', 3), task('b')])).toEqual(['b', 'gameTasks.a'])
    expect(merged(base, [task('a', 2), task('b')], [task('b')])).toEqual(['b', 'gameTasks.a'])
    expect(merged(base, [task('a', 2), task('b')], [task('a', 2), task('b')])).toEqual(['a b'])
    expect(merged([], [task('a', 2)], [task('a', 3)])).toEqual(['a', 'gameTasks.a.reward'])
  })
})
