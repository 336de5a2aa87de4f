import { expect, test } from 'vitest'
import { name, visibleText } from '../src/contract/fields.ts'

const sentence = visibleText(1, 100)
const title = name(1, 100)

test.each([
  ['an emoji with a variation selector', 'We ❤️ games'],
  ['an emoji of several', 'For the 👨‍👩‍👧'],
  ['a keycap', '1️⃣ first'],
  ['Persian with a non-joiner', 'می‌خواهم'],
  ['Sinhala with a joiner', 'ශ්‍රී'],
])('U15: a description may contain %s, a name may not', (_, text) => {
  expect(sentence.safeParse(text)).toMatchObject({ success: true, data: text })
  expect(title.safeParse(text).success).toBe(false)
})

test.each([
  ['a direction override', 'abc\u202Edef'],
  ['a zero width space', 'abc\u200Bdef'],
  ['a joiner between spaces', 'abc \u200D def'],
  ['a joiner at the end', 'abc\u200D'],
  ['two joiners', 'a\u200D\u200Db'],
  ['a variation selector after a letter', 'abc\uFE0F'],
  ['a soft hyphen', 'abc\u00ADdef'],
  ['an empty Braille cell', 'abc\u2800'],
  ['a control character', 'abc\u0007'],
])('U15: neither a description nor a name may contain %s', (_, text) => {
  for (const schema of [sentence, title]) expect(schema.safeParse(text).success).toBe(false)
})
