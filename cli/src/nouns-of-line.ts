import { wordsOf } from './noun-words.ts'
import type { NounDetails, NounOutline } from './noun-outline.ts'
import { outline } from './outline.ts'

/** Whether a command line may be about a noun: its words occur in it, or those of its second place do. */
const isNamed = ({ name, under, below }: NounOutline, words: ReadonlySet<string>): boolean => {
  const isIn = (...place: (string | undefined)[]) => place.every((word) => word === undefined || words.has(word))
  return isIn(under, name) || (below !== undefined && isIn(...below))
}

/** The verbs of nouns by the nouns' words. */
export type LoadedNouns = ReadonlyMap<string, NounDetails>

/** Loads the verbs of the nouns that a command line may be about. Others are listed by their summaries alone. */
export const loadNouns = async (argv: readonly string[]): Promise<LoadedNouns> => {
  const words = new Set(argv)
  const named = outline.filter((noun) => isNamed(noun, words))
  if (named.length === 0) return new Map()
  const { detailsOf } = await import('./outline-details.ts')
  return new Map(await Promise.all(named.map(async (noun) => [wordsOf(noun), await detailsOf(wordsOf(noun))] as const)))
}

/** Loads the verbs of all nouns. */
export const loadAllNouns = (): Promise<LoadedNouns> =>
  loadNouns(outline.flatMap(({ name, under, below = [] }) => [name, ...(under ? [under] : []), ...below]))
