import { derivedOutline } from './derive-outline.ts'
import type { NounDetails } from './noun-outline.ts'
import { wordsOf } from './noun-words.ts'

const details = new Map(derivedOutline.map(({ noun, details: verbs }) => [wordsOf(noun), JSON.stringify(verbs)]))

/**
 * The verbs of a noun by its words, such as `apps` or `partner users`. Only the nouns of a command line are read. The build
 * replaces this module by one that loads the text of a noun from a chunk of its own; it must export nothing else.
 */
export const detailsOf = async (words: string): Promise<NounDetails> => JSON.parse(details.get(words)!) as NounDetails
