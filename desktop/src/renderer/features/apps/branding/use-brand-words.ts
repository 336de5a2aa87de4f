import {
  brandNamesOf,
  type BrandNames,
  type BrandTextName,
  builtInTextIds,
  type PlayerLanguage,
} from '@openauth/client'
import type { BrandValues } from './brand-form.ts'
import { type PlayerWords, usePlayerWords } from './use-player-words.ts'

/** What players read with what is in the fields. */
export interface BrandWords {
  names: BrandNames
  /** The name that applies while its own field is empty. */
  nameWithout: (name: keyof BrandNames) => string
  /** The built-in text in place of one of the app's own, with the names. */
  builtIn: (name: BrandTextName) => string
  /** The app's own text, else the built-in one. */
  text: (name: BrandTextName) => string
  /** The players' other words. */
  words: PlayerWords
}

const written = (text: string): string | null => text.trim() || null

/** The names and texts of the fields in one of the players' languages, as the players' front end puts them together. */
export const useBrandWords = (values: BrandValues, language: PlayerLanguage): BrandWords => {
  const words = usePlayerWords(language)
  const own = {
    name: written(values.name),
    networkName: written(values.networkName),
    tokenName: written(values.tokenName),
    gamesName: written(values.gamesName),
  }
  const names = brandNamesOf(own)
  const { name: brand, networkName: network, tokenName: token, gamesName: games } = names
  const builtIn = (name: BrandTextName) => words(builtInTextIds[name], { brand, network, token, games })
  return {
    names,
    nameWithout: (name) => brandNamesOf({ ...own, [name]: null })[name],
    builtIn,
    text: (name) => written(values.texts[name][language]) ?? builtIn(name),
    words,
  }
}
