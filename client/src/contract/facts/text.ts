/** Typed text as it is stored and compared: by Unicode NFKC, so that compatible forms are equal, without spaces around it. */
export const normalizeText = (text: string): string => text.normalize('NFKC').trim()

/** Characters that fonts draw as nothing, for a character class: empty Braille cell, object replacement character, null notehead. */
export const blankSigns = '\\u2800\\uFFFC\\u{1D159}'

/** A character that can be seen, in a regular expression with the flag `u`. */
export const visibleSign = `[^\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}${blankSigns}]`

/** The form of names, which identify a person, an app or a token to others: visible characters only. */
export const visibleForm = new RegExp(`^${visibleSign}*$`, 'u')
