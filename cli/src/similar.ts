import { distance } from 'fastest-levenshtein'

/** Spelling without case and separators: `created-at`, `createdAt` and `CREATED AT` are one name. */
export const plainName = (name: string): string => name.replace(/[^\p{L}\p{N}.]/gu, '').toLowerCase()

/** The name that is most like a wrong one; undefined where none is like it. */
export const similarTo = (given: string, names: readonly string[]): string | undefined => {
  const wrong = plainName(given)
  if (wrong === '') return undefined
  const scored = names.map((name) => ({ name, score: distance(wrong, plainName(name)) }))
  const best = scored.toSorted((a, b) => a.score - b.score)[0]
  if (best && best.score <= Math.max(1, Math.floor(wrong.length * 0.4))) return best.name
  return wrong.length >= 3 ? names.find((name) => plainName(name).startsWith(wrong)) : undefined
}

/** ` Did you mean list?`, or nothing. */
export const didYouMean = (given: string, names: readonly string[]): string => {
  const similar = similarTo(given, names)
  return similar === undefined ? '' : `. Did you mean ${similar}?`
}
