import { replaceInvisible } from '../../../lib/invisible.ts'

/** Control characters, and blanks of misleading width. */
const misleading = '[^\\P{Cc}\\n\\t]|[\\u00A0\\u2000-\\u200A\\u202F\\u205F\\u3000]'

const nameOf = (character: string): string =>
  `‹U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}›`

/**
 * A message as it is shown before signing: invisible characters are replaced by their names, and long runs of blanks
 * by a note.
 */
export const visibleText = (text: string): string =>
  replaceInvisible(text, nameOf, misleading)
    .replaceAll(/(?:[^\S\n]*\n){4,}/g, (run) => `\n‹${run.split('\n').length - 1} × U+000A›\n`)
    .replaceAll(/[ \t]{17,}/g, (run) => `‹${run.length} × U+0020›`)

/**
 * The host of a sign-in message in the wallets' form: its first line is `<host> wants you to sign in with your Solana
 * account:`. https://github.com/phantom/sign-in-with-solana
 */
export const signInHost = (text: string): string | undefined =>
  /^\s*(?:https?:\/\/)?(\S{1,255}) wants you to sign in with your \w+ account/i.exec(text)?.[1]?.toLowerCase()

/**
 * Whether a text signs in to another host than the dapp's own: a dapp that forwards the signature would be logged in
 * there.
 */
export const isForOtherHost = (text: string, origin: string): boolean => {
  const host = signInHost(text)
  return host !== undefined && host !== new URL(origin).host && host !== new URL(origin).hostname
}
