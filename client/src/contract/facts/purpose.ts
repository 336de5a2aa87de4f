/** The purpose of a one-time value: a code, a challenge, a redirect. The server accepts it for this purpose only. */
export const purposes = ['login', 'bind', 'reauthenticate'] as const
export type Purpose = (typeof purposes)[number]
