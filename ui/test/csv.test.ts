import { describe, expect, it } from 'vitest'
import { csvOf, type CsvColumn, type CsvValue } from '../src/csv.tsx'

const of = (value: CsvValue) =>
  csvOf([{ title: 'v', value: () => value }], [0])
    .split('\r\n')
    .slice(1, -1)
    .join('\r\n')

describe('csvOf', () => {
  it('writes titles, then a line a row, each with CRLF', () => {
    const columns: CsvColumn<{ id: number; name: string }>[] = [
      { title: 'Id', value: ({ id }) => id },
      { title: 'Name, full', value: ({ name }) => name },
    ]
    const rows = [
      { id: 1, name: 'Ada "Countess" Lovelace' },
      { id: -2, name: 'two\nlines' },
    ]
    expect(csvOf(columns, rows)).toBe('Id,"Name, full"\r\n1,"Ada ""Countess"" Lovelace"\r\n-2,"two\nlines"\r\n')
    expect(csvOf(columns, [])).toBe('Id,"Name, full"\r\n')
  })

  it('keeps numbers, dates and nothing as they are', () => {
    expect(of(-12.5)).toBe('-12.5')
    expect(of(new Date('2026-03-04T14:05:09Z'))).toBe('2026-03-04T14:05:09.000Z')
    expect(of(null)).toBe('')
  })

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '\tx', '\rx', '\0x', '＝1', '＋1', '－1', '＠A1'])(
    'starts %j with an apostrophe',
    (text) => {
      expect(of(text).replace(/^"/, '').startsWith(`'${text[0]}`)).toBe(true)
    },
  )

  it('leaves such characters alone within a text', () => {
    expect(of('a=b+c-d@e')).toBe('a=b+c-d@e')
  })

  it.each([
    ["x;=cmd|' /C calc'!A0", "x;'=cmd|' /C calc'!A0"],
    ['x|+1', "x|'+1"],
    ['x; \t-1', '"x; \t\'-1"'],
    ['x\n@SUM(A1)', '"x\n\'@SUM(A1)"'],
    ['x;"=1"', '"x;""\'=1"""'],
    ['x;;|＝1;a=b', "x;;|'＝1;a=b"],
    ['\t=1', '"\'\t\'=1"'],
    ['a; b|c', 'a; b|c'],
  ])(
    'starts no formula in %j where a spreadsheet splits at semicolons, bars, tabs or line breaks',
    (text, expected) => {
      expect(of(text)).toBe(expected)
    },
  )

  it('quotes what begins or ends with a space, so that readers keep it', () => {
    expect(of(' a')).toBe('" a"')
  })
})
