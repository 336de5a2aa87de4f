/** The link of an invitation in a browser. */
export const inviteLink = (origin: string, referCode: string): string =>
  `${origin}/?${new URLSearchParams({ refer_code: referCode })}`
