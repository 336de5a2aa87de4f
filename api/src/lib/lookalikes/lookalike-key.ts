import confusables from './confusables.json' with { type: 'json' }

const prototypes = new Map(Object.entries(confusables.prototypes))

/** UTS #39, section 4: names with equal skeletons look alike. */
const skeleton = (text: string): string =>
  Array.from(text.normalize('NFD'), (character) => prototypes.get(character) ?? character)
    .join('')
    .normalize('NFD')

const foldCase = (text: string): string => text.toUpperCase().toLowerCase()

/** Whether a name is written with the characters of one keyboard, whose owner tells `1` and `l` apart by what was typed. */
export const isAscii = (name: string): boolean => /^[ -~]*$/.test(name)

const keyOf = (name: string): string => skeleton(foldCase(skeleton(name.normalize('NFKC')))).replaceAll('i', 'l')

/**
 * The keys of single ASCII characters. Of text that is ASCII and whose skeleton is, each step above treats every character by
 * itself, so that the key of a name is those of its characters.
 */
const asciiKeys = new Map(
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index))
    .filter((character) => isAscii(skeleton(character)) && isAscii(skeleton(foldCase(skeleton(character)))))
    .map((character) => [character, keyOf(character)]),
)

const keyOfAscii = (name: string): string | undefined => {
  let key = ''
  for (const character of name) {
    const own = asciiKeys.get(character)
    if (own === undefined) return undefined
    key += own
  }
  return key
}

/**
 * The form in which names are compared for looking alike: the same for names that a reader takes for one another, in whatever
 * script and case. Skeletons are made before case is folded and after it, since letters look alike in one case only. `I` is
 * `i` in another case and looks like `l`, so that all three are one.
 */
export const lookalikeKey = (name: string): string => keyOfAscii(name) ?? keyOf(name)
