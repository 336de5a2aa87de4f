/** What cannot be seen, or changes what is seen around it: control and format characters, blanks that look like none. */
const unseen = new RegExp(
  [
    '[^\\P{Cc}\\n\\t]',
    '[\\p{Cf}\\p{Zl}\\p{Zp}\\p{Co}]',
    '[\\u00A0\\u034F\\u115F\\u1160\\u17B4\\u17B5\\u2000-\\u200A\\u202F\\u205F\\u2800\\u3000\\u3164\\uFFA0]',
    // Variation selectors; the two that tell pictures from letters are in every other emoji.
    '[\\uFE00-\\uFE0D\\u{E0100}-\\u{E01EF}]',
  ].join('|'),
  'gu',
)

const nameOf = (character: string): string =>
  `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`

/**
 * A message as it is shown before it is signed: what it hides is named, and what would push the rest of it out of view
 * is told in a word.
 */
export const visibleText = (text: string): string =>
  text
    .replaceAll(unseen, nameOf)
    .replaceAll(/\n{4,}/g, (run) => `\n‹${run.length} × U+000A›\n`)
    .replaceAll(/[ \t]{17,}/g, (run) => `‹${run.length} × U+0020›`)

/**
 * The host for which a text asks to log in, in the form that wallets know: its first line is `<host> wants you to sign in
 * with your Solana account:`. https://github.com/phantom/sign-in-with-solana
 */
export const signInHost = (text: string): string | undefined =>
  /^\s*(?:https?:\/\/)?(\S{1,255}) wants you to sign in with your \w+ account/i.exec(text)?.[1]?.toLowerCase()

/** Whether a text asks to log in somewhere else than at the dapp that asks for it: a page that passes it on gets in there. */
export const isForElsewhere = (text: string, origin: string): boolean => {
  const host = signInHost(text)
  return host !== undefined && host !== new URL(origin).host && host !== new URL(origin).hostname
}
