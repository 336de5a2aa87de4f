import { expect, test } from 'vitest'
import { redacted } from './log-tail.ts'

test('a long path, or message, of which every place could begin a secret is not read to its end', () => {
  for (const piece of ['a-', 'a.', '-eyJa', '@a-', 'a://', 'a@a.', '0xa '])
    expect(redacted(piece.repeat(1_000_000 / piece.length)).length).toBeLessThanOrEqual(500)
})

test('a secret that the cut of a long text goes through is not shown in part', () => {
  for (const secret of [`oa_${'1'.repeat(32)}`, 'eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', 'ada@example.com'])
    for (let start = 980; start < 1000; start += 1) {
      // A token before it is cut out, so that the end of what is read is among the characters that are shown.
      const text = `${'k'.repeat(900)} `.padEnd(start, 'x ') + secret
      expect(redacted(text)).toMatch(/^… (x ?)*…$/)
    }
})
