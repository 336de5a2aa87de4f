/** The maximum number of tokens of an app. */
export const MOST_KNOWN_TOKENS = 500
