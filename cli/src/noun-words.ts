import type { Noun } from './noun.ts'

/** The words of a noun on the command line: `apps`, `partner users`. */
export const wordsOf = ({ under, name }: Pick<Noun, 'under' | 'name'>): string =>
  under === undefined ? name : `${under} ${name}`
