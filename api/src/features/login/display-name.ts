/** A name from a provider as a display name: NFKC, one line, at most 64 characters; null where nothing is left. */
export const displayNameOf = (name: string | null | undefined): string | null => {
  const line = (name ?? '')
    .toWellFormed()
    .normalize('NFKC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
  // Cut between characters, not within one.
  return (
    line
      .slice(0, 64)
      .replace(/[\uD800-\uDBFF]$/, '')
      .trim() || null
  )
}
