import { expect, test } from 'vitest'
import { dappOf } from '../../src/content/entries.ts'

// Beside \p{Cf}, which is left out already: fillers and selectors that are letters or marks, and the blank of braille.
test.each(['\u3164', '\uFFA0', '\u115F\u1160', '\u2800', '\u180B', '\u034F', '\uFE0F', '\u{E0100}', '\uFFF0'])(
  'a dapp of a name that nobody can see is none: %j',
  (name) => {
    expect(dappOf({ name, url: 'https://dapp.example/' }, 'https://content.example')).toBeUndefined()
  },
)
