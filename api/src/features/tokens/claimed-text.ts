import { blankSigns } from '@openauth/client'
import { lookalikeKey as skeletonKey } from '../../lib/lookalikes/lookalike-key.ts'

/** UTS #39: what nobody sees, and what turns the direction of the text around. */
const invisible = new RegExp(`[\\p{C}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}${blankSigns}]`, 'gu')

/**
 * A token's word for itself as it may be shown: NFKC, without what cannot be seen, without piled-up marks, in one line, cut
 * to `most` characters. Null where nothing is left.
 */
export const cleanText = (claimed: string, most: number): string | null => {
  const text = claimed
    .replaceAll(/[\s\0]+/g, ' ')
    .normalize('NFKC')
    .replaceAll(invisible, '')
    .replaceAll(/(\p{M})\p{M}+/gu, '$1')
  return Array.from(text.trim()).slice(0, most).join('').trim() || null
}

/**
 * Letters of other scripts, digits and signs that look like Latin letters in a token's name, each by the letter that it stands
 * for, beside those of Unicode's table.
 */
const lookalikes = new Map(
  Object.entries({
    A: 'АΑᎪ4@',
    B: 'ВΒᏴ8ß',
    C: 'СϹᏟ¢€',
    D: 'ᎠԀ',
    E: 'ЕΕᎬ3',
    H: 'НΗᎻ',
    I: 'ІΙӀ1|!LŁ',
    K: 'КΚᏦ',
    M: 'МΜᎷ',
    N: 'ΝИ',
    O: 'ОΟ0ՕØ',
    P: 'РΡᏢ',
    S: 'ЅՏᏚ5$',
    T: 'ТΤᎢ7₮',
    U: 'ՍԱЦ',
    V: 'ѴᏙΛ',
    W: 'ԜᎳ',
    X: 'ХΧ',
    Y: 'УΥҮ',
    Z: 'ΖᏃ2',
  }).flatMap(([letter, alike]) => Array.from(alike, (other) => [other, letter] as const)),
)

/**
 * The form in which names are compared: two that a reader may take for each other have the same. Accents, blanks and signs
 * do not count, nor does case. Made of the skeletons of https://www.unicode.org/reports/tr39/#Confusable_Detection.
 */
export const lookalikeKey = (text: string): string => {
  const plain = skeletonKey(text).normalize('NFKD').toUpperCase().replaceAll(/\p{M}/gu, '')
  return Array.from(plain, (character) => lookalikes.get(character) ?? character)
    .join('')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}
