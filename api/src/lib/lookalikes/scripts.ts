import { isAscii } from './lookalike-key.ts'

/** Scripts in everyday use (UAX #31, table 5). Others are one more together: a name may be of them, and mixes them with none. */
const scripts = [
  'Arabic',
  'Armenian',
  'Bengali',
  'Bopomofo',
  'Cyrillic',
  'Devanagari',
  'Ethiopic',
  'Georgian',
  'Greek',
  'Gujarati',
  'Gurmukhi',
  'Hangul',
  'Han',
  'Hebrew',
  'Hiragana',
  'Kannada',
  'Katakana',
  'Khmer',
  'Lao',
  'Latin',
  'Malayalam',
  'Myanmar',
  'Oriya',
  'Sinhala',
  'Tamil',
  'Telugu',
  'Thaana',
  'Thai',
  'Tibetan',
] as const

const tests = scripts.map((script) => [script, new RegExp(`\\p{scx=${script}}`, 'u')] as const)
const shared = /[\p{Script=Common}\p{Script=Inherited}]/u

/** Writing systems of several scripts (UTS #39, section 5.1). */
const systemsOf: Record<string, string[]> = {
  Han: ['Japanese', 'Korean', 'Han with Bopomofo'],
  Hiragana: ['Japanese'],
  Katakana: ['Japanese'],
  Hangul: ['Korean'],
  Bopomofo: ['Han with Bopomofo'],
}

/** The scripts and writing systems that a character may belong to; undefined for digits, punctuation and others that all share. */
const scriptsOf = (character: string): string[] | undefined => {
  const own = tests.filter(([, isOf]) => isOf.test(character)).map(([script]) => script)
  if (own.length === 0) return shared.test(character) ? undefined : ['another']
  return own.flatMap((script) => [script, ...(systemsOf[script] ?? [])])
}

/** What all characters have in common; undefined where none belongs to any. */
const commonScripts = (characters: string[]): string[] | undefined =>
  characters.reduce<string[] | undefined>((common, character) => {
    const own = scriptsOf(character)
    return own && common ? common.filter((script) => own.includes(script)) : (own ?? common)
  }, undefined)

/** Whether a name is of one script, or of Latin beside Japanese, Chinese or Korean: UTS #39's "highly restrictive" level. */
export const isOfOneScript = (name: string): boolean => {
  // Latin letters, and what all scripts share.
  if (isAscii(name)) return true
  const characters = Array.from(name)
  if (commonScripts(characters)?.length !== 0) return true
  const others = commonScripts(characters.filter((character) => !scriptsOf(character)?.includes('Latin')))
  return others?.some((script) => Object.values(systemsOf).flat().includes(script)) ?? false
}
