import { describe, expect, it } from 'vitest'
import { initialOf } from '../src/avatar.tsx'
import { exactTime, relativeTime, untilNextChange } from '../src/time-format.tsx'
import { truncateMiddle } from '../src/truncate.tsx'

it('an avatar has the first letter as readers see it', () => {
  expect(['ada', ' e\u0301lan', '👩‍🚀 Ada', '  '].map(initialOf)).toEqual(['A', 'E\u0301', '👩‍🚀', '?'])
})

describe('truncateMiddle', () => {
  it('leaves out the middle of an address', () => {
    expect(truncateMiddle('7YttLkHDoNj9wyDur5pM1ejNaAvT9X4eqaYcHQqtj2G5')).toBe('7YttLk…j2G5')
    expect(truncateMiddle('0x52908400098527886E0F7030069857D2E4169EE7', 8, 8)).toBe('0x529084…E4169EE7')
  })

  it('keeps a text that would hardly get shorter', () => {
    expect(truncateMiddle('123456789012')).toBe('123456789012')
    expect(truncateMiddle('1234567890123')).toBe('123456…0123')
    expect(truncateMiddle('')).toBe('')
  })

  it('cuts no character in two', () => {
    const family = '👨‍👩‍👧'
    expect(truncateMiddle(family.repeat(20), 2, 1)).toBe(`${family}${family}…${family}`)
    expect(truncateMiddle('e\u0301'.repeat(20), 1, 1)).toBe('e\u0301…e\u0301')
  })

  it('can leave out the end', () => {
    expect(truncateMiddle('abcdefghij', 3, 0)).toBe('abc…')
  })
})

describe('time', () => {
  const now = Date.UTC(2026, 2, 4, 14, 5, 9)
  it.each([
    [0, 'now'],
    [-59_000, 'now'],
    [-60_000, '1 minute ago'],
    [-3_599_000, '59 minutes ago'],
    [-3_600_000, '1 hour ago'],
    [-86_400_000, 'yesterday'],
    [-6 * 86_400_000, '6 days ago'],
    [-7 * 86_400_000, 'last week'],
    [-40 * 86_400_000, 'last month'],
    [-800 * 86_400_000, '2 years ago'],
    [2 * 3_600_000, 'in 2 hours'],
  ])('%i ms from now is "%s"', (difference, text) => {
    expect(relativeTime(now + difference, now, 'en')).toBe(text)
  })

  it('is written in the language of the page', () => {
    expect(relativeTime(now - 3_600_000, now, 'de')).toBe('vor 1 Stunde')
    expect(exactTime(now, 'en-GB', 'UTC')).toBe('4 Mar 2026, 14:05:09 UTC')
  })

  it('changes every minute while it counts minutes, then every hour', () => {
    expect(untilNextChange(now - 60_000, now)).toBe(60_000)
    expect(untilNextChange(now - 7_200_000, now)).toBe(3_600_000)
  })
})
