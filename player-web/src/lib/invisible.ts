/** What cannot be seen, or changes how what is around it reads: formats, tags, selectors, blanks that look like none. */
const unseen = '[\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}\\p{Default_Ignorable_Code_Point}\\u2800]'

/** A selector that tells a picture from a letter, once behind what has both forms. */
const pictured = '(?:\\p{Extended_Pictographic}|[0-9#*])[\\uFE0E\\uFE0F]'

/** Replaces every unseen character, and those of `more`; emoji stay as they are. */
export const replaceInvisible = (text: string, by: (character: string) => string, more = '[^\\s\\S]'): string =>
  text.replaceAll(new RegExp(`${pictured}|${unseen}|${more}`, 'gu'), (match) =>
    /^[\p{Extended_Pictographic}0-9#*]/u.test(match) ? match : by(match),
  )
