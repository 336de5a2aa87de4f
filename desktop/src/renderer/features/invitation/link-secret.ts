/** The secret of the invitation that this page was opened with. */
let secret: string | undefined

/**
 * The secret in the fragment of the address, which is taken out of the address and the history at once: it stays in this
 * page's memory alone. Undefined where the link has none.
 */
export const takeLinkSecret = (): string | undefined => {
  const given = location.hash.slice(1)
  if (given !== '') {
    secret = given
    history.replaceState(history.state, '', location.pathname + location.search)
  }
  return secret
}

/** Forgets it once it is used up. */
export const forgetLinkSecret = (): void => {
  secret = undefined
}
