import { describe, expect, test } from 'vitest'
import { lookalikeKey } from './lookalike-key.ts'
import { isReserved } from './reserved-names.ts'
import { isOfOneScript } from './scripts.ts'

describe('S18: the scripts of a name', () => {
  test.each([
    'ada',
    'Ada Lovelace 1815',
    'José',
    'Σωκράτης',
    'Лев Толстой',
    'Ἀριστοτέλης',
    'محمد',
    'דוד',
    'आदित्य',
    'สมชาย',
    'さくら',
    '田中さくら',
    '太郎 Taro',
    '김철수',
    '金 철수',
    '李小龍 Bruce',
    'ㄅㄆㄇ 李',
    '🎮 ada 🎮',
    '12345',
    '___',
    'ꭰꮃꮄ',
  ])('%s is of one, or of Latin beside Japanese, Chinese or Korean', (name) => {
    expect(isOfOneScript(name)).toBe(true)
  })

  test.each(['раураl', 'аdmin', 'αdmin', 'Adaм', 'ꭺdmin', 'Лев さくら', 'ㄅ 김', 'さくら 김', 'ada आ', 'שa'])(
    '%s mixes several',
    (name) => {
      expect(isOfOneScript(name)).toBe(false)
    },
  )
})

describe('S18: the look-alike key', () => {
  test.each([
    ['раураӏ', 'paypal'],
    ['аԁа', 'ada'],
    ['ѕсоре', 'scope'],
    ['ΑΒΕ', 'abe'],
    ['paypaI', 'paypal'],
    ['Paypal', 'pAYPAL'],
    ['tigеr', 'tiger'],
    ['modern', 'rnodern'],
    ['ꓮꓓꓮ', 'ADA'],
  ])('%s reads as %s', (alike, name) => {
    expect(lookalikeKey(alike)).toBe(lookalikeKey(name))
  })

  test.each([
    ['ada', 'adam'],
    ['Лев', 'Lev'],
    ['adа1', 'ada2'],
    ['jose', 'josé'],
  ])('%s does not read as %s', (name, other) => {
    expect(lookalikeKey(name)).not.toBe(lookalikeKey(other))
  })
})

test('S18: reserved names are reserved in any case, spacing and likeness, and within other names they are not', () => {
  for (const name of [
    'admin',
    'ADMIN',
    'Ad.min',
    'a d m i n',
    'adrnin',
    '0penAuth',
    'ореn auth',
    'ѕuрроrt',
    'no_reply',
    'ad‐min',
    'ad·min',
    'open‿auth',
    '“admin”',
    '🎮 support 🎮',
  ])
    expect([name, isReserved(name)]).toEqual([name, true])
  for (const name of ['ada', 'adminton', 'badminton', 'supporter', 'roots', 'teammate'])
    expect([name, isReserved(name)]).toEqual([name, false])
})

test('a name in ASCII has the key that it has as a part of other text', () => {
  const all = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
  const words = [
    'Ada Lovelace',
    'user-1@example.com',
    'm rn RN I l 1 | 0 O',
    '',
    all.join(''),
    all.toReversed().join(''),
  ]
  const suffix = lookalikeKey('字')
  for (const word of [...words, ...all, ...all.flatMap((one) => all.map((other) => one + other))])
    expect(lookalikeKey(word) + suffix).toBe(lookalikeKey(`${word}字`))
})
