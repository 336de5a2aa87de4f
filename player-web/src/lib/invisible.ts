/**
 * Characters that are invisible or change how the text around them is displayed: format controls, tags, variation
 * selectors, braille blank.
 */
const invisible = '[\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800]'

/** A character that has a text and an emoji form, with one variation selector that chooses the form. */
const withEmojiSelector = '(?:\\p{Extended_Pictographic}|[0-9#*])[\\uFE0E\\uFE0F]'

/** Replaces every invisible character, and those of the pattern `more`. Emoji stay. */
export const replaceInvisible = (text: string, by: (character: string) => string, more = '[^\\s\\S]'): string =>
  text.replaceAll(new RegExp(`${withEmojiSelector}|${invisible}|${more}`, 'gu'), (match) =>
    /^[\p{Extended_Pictographic}0-9#*]/u.test(match) ? match : by(match),
  )
