import { describe, expect, test } from 'vitest'
import { visibleText } from '../../src/features/dapp/bridge/visible-text.ts'

/** The two that tell pictures from letters are in every other emoji. */
const isInEmoji = (code: number) => code === 0xfe0e || code === 0xfe0f

describe('blind signing: a message is shown as it is', () => {
  test('every invisible character is shown by its name', () => {
    const hidden: string[] = []
    for (let code = 0; code <= 0x10ffff; code += 1) {
      if ((code >= 0xd800 && code <= 0xdfff) || isInEmoji(code)) continue
      const character = String.fromCodePoint(code)
      // https://www.unicode.org/reports/tr44/#Default_Ignorable_Code_Point
      if (/\p{Default_Ignorable_Code_Point}/u.test(character) && visibleText(`a${character}b`).includes(character))
        hidden.push(code.toString(16))
    }
    expect(hidden.slice(0, 20)).toEqual([])
  })

  test('lines of blanks are shortened as empty lines are', () => {
    for (const blank of [' \n', '\t\n', '  \n\n', ' '.repeat(16) + '\n']) {
      const shown = visibleText(`Log in to Rocket${`\n${blank}`.repeat(300)}I hand over all I have`)
      expect([JSON.stringify(blank), shown.split('\n').length < 20]).toEqual([JSON.stringify(blank), true])
    }
  })

  test('a run of invisible variation selectors is shown by name', () => {
    // Two of them are a bit: any text can be hidden in a row of them.
    expect(visibleText(`Hello${'\uFE0E\uFE0F'.repeat(500)}`)).not.toBe(`Hello${'\uFE0E\uFE0F'.repeat(500)}`)
  })
})
