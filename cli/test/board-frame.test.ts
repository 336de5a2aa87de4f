import { describe, expect, test } from 'vitest'
import { agoText, bar, latencyText, rateText, shortTime, spanText, sparkline } from '../src/board/amounts-text.ts'
import { intervalOf, waitAfter } from '../src/board/board.ts'
import {
  beside,
  columnWidths,
  ends,
  fitLine,
  flow,
  line,
  lineText,
  lineWidth,
  span,
  wrapLine,
} from '../src/board/lines.ts'
import { countLines, factLines, firstFacts } from '../src/board/panels.ts'
import { rowLines } from '../src/board/rows.ts'

const texts = (lines: Parameters<typeof lineText>[0][]) => lines.map(lineText)

test('numbers and times are told short', () => {
  const minute = 60_000
  const day = 24 * 60 * minute
  expect([spanText(3 * day + 4 * 60 * minute), spanText(61 * minute), spanText(90_000), spanText(7000)]).toEqual([
    '3 d 4 h',
    '1 h 1 min',
    '1 min',
    '7 s',
  ])
  expect([10, minute * 5, 60 * minute * 47, day * 3].map((ago) => agoText(day * 9 - ago, day * 9))).toEqual([
    'just now',
    '5 min ago',
    '47 h ago',
    '3 d ago',
  ])
  expect([0, 0.44, 12.6, 1500].map(latencyText)).toEqual(['<0.1 ms', '0.4 ms', '13 ms', '1.5 s'])
  expect([0.04, 9.96, 1234].map(rateText)).toEqual(['0.0', '10.0', '1,234'])
  const now = Date.UTC(2026, 10, 24, 15, 9, 33)
  expect([shortTime(now, now, true), shortTime(now - day, now, true)]).toEqual(['15:09:33', '11-23 15:09'])
})

test('blocks and bars grow with what they stand for, and little is seen too', () => {
  expect(sparkline([0, 1, 5, 10], 10)).toBe('▁▂▅█')
  expect(sparkline([9, 9, 0.1], 1)).toBe('▂')
  expect([bar(10, 10, 4), bar(1, 1000, 4), bar(0, 10, 4)]).toEqual(['████', '█', ''])
})

describe('lines', () => {
  test('are cut between characters, also wide ones, and keep their tones', () => {
    expect(lineText(fitLine([span('abc', 'bad'), span('def')], 5))).toBe('abcd…')
    expect(lineText(fitLine([span('abc', 'bad'), span('def')], 3))).toBe('ab…')
    expect(lineText(fitLine(line('日本語'), 4))).toBe('日…')
    expect(fitLine([span('ab', 'bad')], 2)).toEqual([{ text: 'ab', tone: 'bad' }])
  })

  test('never have a character that a terminal acts on', () => {
    const hostile = 'a\u001b[2Jb\u009bc\u202ed\r\ne\u0007'
    expect(lineText(line(hostile))).toBe('a\\x1b[2Jb\\x9bc\\u{202e}d\\r\\ne\\x07')
  })

  test('stand beside each other in columns that fill the width', () => {
    expect(columnWidths(20, 3)).toEqual([5, 5, 6])
    const [left, right] = [
      { lines: [line('one'), line('two')], width: 5 },
      { lines: [line('a longer one')], width: 6 },
    ]
    expect(texts(beside([left, right]))).toEqual(['one    a lon…', 'two    '])
    expect(lineText(ends(line('a path that is long'), line('ok'), 12))).toBe('a path t… ok')
    expect(lineText(ends(line('a'), line('status'), 6))).toBe('status')
  })

  test('flow over as many lines as they need', () => {
    expect(texts(flow([line('one'), line('two'), line('three')], 10))).toEqual(['one · two', 'three'])
    expect(texts(wrapLine('three short words', 11, 'bad'))).toEqual(['three short', 'words'])
  })
})

describe('panels', () => {
  test('align labels and counts; a bar only where there is room; ids lose their middle', () => {
    const facts = [
      { label: 'google', value: '10', count: 10 },
      { label: 'x', value: '5', count: 5 },
    ]
    expect(texts(countLines(facts, 20))).toEqual(['google  10  ████████', 'x        5  ████'])
    expect(texts(countLines(facts, 12))).toEqual(['google  10', 'x        5'])
    const id = { label: 'id', value: '0123456789abcdef', isId: true as const }
    expect(texts(factLines([id], 14))).toEqual(['id  012345…def'])
  })

  test('count together what has no line of its own', () => {
    const facts = [5, 3, 2, 1].map((count) => ({ label: `m${count}`, value: String(count), count }))
    expect(firstFacts(facts, 3).map(({ label, value }) => `${label} ${value}`)).toEqual(['m5 5', 'm3 3', '2 more 3'])
    expect(firstFacts(facts, 4)).toEqual(facts)
  })
})

describe('rows', () => {
  const table = { headers: ['NAME', 'SEEN'], main: 0, rows: Array.from({ length: 30 }, (_, n) => [`user ${n}`, 'now']) }

  test('show the chosen one, whatever the height', () => {
    for (const chosen of [0, 7, 29]) {
      const shown = texts(rowLines(table, 30, 6, chosen))
      expect(shown).toHaveLength(6)
      expect(shown.filter((text) => text.startsWith('› '))).toEqual([expect.stringContaining(`user ${chosen} `)])
    }
    expect(rowLines(table, 30, 1, 0)).toEqual([])
  })

  test('leave columns out before they cut the one that names the row', () => {
    const long = { headers: ['NAME', 'OTHER'], main: 0, rows: [['a_name_of_20_letters', 'something else']] }
    expect(texts(rowLines(long, 42, 5, 0))[1]).toBe('› a_name_of_20_letters  something else')
    expect(texts(rowLines(long, 44, 5))[0]).toBe('  NAME                  OTHER')
    for (const width of [10, 24, 40])
      for (const each of rowLines(long, width, 5, 0)) expect(lineWidth(each)).toBeLessThanOrEqual(width)
  })
})

test('a server that does not answer is asked less and less often, at least once a minute', () => {
  expect([1, 2, 3, 4, 50].map((failures) => waitAfter(failures, 5000))).toEqual([
    10_000, 20_000, 40_000, 60_000, 60_000,
  ])
  expect(waitAfter(3, 600_000)).toBe(600_000)
  expect(intervalOf({ kind: 'overview' }, 5000)).toBeLessThan(intervalOf({ kind: 'search', text: 'x' }, 5000))
})
