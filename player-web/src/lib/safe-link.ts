/**
 * Normalizes an address that the page may link to or open: http or https, without a user name or password. Undefined
 * for others.
 */
export const safeHref = (address: string | null | undefined, base?: string): string | undefined => {
  const text = address?.trim() ?? ''
  if (text === '' || text.length > 2048 || !URL.canParse(text, base)) return undefined
  const url = new URL(text, base)
  const isWeb = url.protocol === 'https:' || url.protocol === 'http:'
  return isWeb && url.username === '' && url.password === '' ? url.href : undefined
}

/**
 * Whether an address is a page of this app: a path that begins with exactly one slash. `//host` and `/\host` are other
 * hosts.
 */
export const isInternalPath = (address: string): boolean => /^\/(?![/\\])[^\\\p{Cc}]*$/u.test(address)
