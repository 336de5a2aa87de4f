import { derivedOutline } from './derive-outline.ts'
import type { NounOutline } from './noun-outline.ts'

/**
 * The nouns of the command line. Deriving them takes longer than the rest of `--help`, so the build replaces this module
 * by the result. It must export nothing else.
 */
export const outline: NounOutline[] = derivedOutline.map(({ noun }) => noun)
