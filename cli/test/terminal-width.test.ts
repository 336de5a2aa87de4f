import stringWidth from 'string-width'
import { expect, test } from 'vitest'
import { widthOf } from '../src/terminal-width.ts'

test('each character alone, and behind Latin, Chinese or Korean by turns, is as wide as graphemes are', () => {
  const wrong: string[] = []
  for (let code = 0x20; code <= 0xffff; code += 1) {
    const sign = String.fromCharCode(code)
    for (const text of [sign, [`a${sign}`, `日${sign}e`, `한${sign}`][code % 3]!])
      if (widthOf(text) !== stringWidth(text)) wrong.push(`${code.toString(16)} ${text}`)
  }
  expect(wrong).toEqual([])
})

test.each([
  'Größe',
  'Łódź',
  'Ελλάδα',
  'Приложение',
  '日本 app',
  'カフェ',
  '한국',
  'e\u0301',
  '👩‍💻',
  '©\ufe0f',
  'क्षि',
  '…',
  '“x”',
])('%s', (text) => expect(widthOf(text)).toBe(stringWidth(text)))
