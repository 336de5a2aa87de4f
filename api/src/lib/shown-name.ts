import { blankSigns } from '@openauth/client/light'

const invisible = new RegExp(
  `[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}${blankSigns}]`,
  'gu',
)

/**
 * A name from elsewhere as it may be shown: without invisible characters and those that turn its direction around (UTS
 * #39), in NFKC, cut to `most` UTF-16 units between characters. Null where it is no text or nothing is left.
 */
export const shownName = (value: unknown, most: number): string | null => {
  if (typeof value !== 'string') return null
  let name = ''
  for (const character of value.slice(0, 1024).normalize('NFKC').replaceAll(invisible, '').trim()) {
    if (name.length + character.length > most) break
    name += character
  }
  return name.trim() || null
}
