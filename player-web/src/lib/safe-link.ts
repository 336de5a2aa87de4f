/** An address that a page may link to or open: http or https, without blanks and user names. Undefined for all else. */
export const safeHref = (address: string | null | undefined, base?: string): string | undefined => {
  const text = address?.trim() ?? ''
  if (text === '' || text.length > 2048 || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url.href : undefined
}

/** A page of this app: a path that begins with exactly one slash. `//host` and `/\host` lead elsewhere. */
export const isInternalPath = (address: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(address)
