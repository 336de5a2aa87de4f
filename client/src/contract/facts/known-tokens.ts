/** The maximum number of tokens of an app. */
export const MOST_KNOWN_TOKENS = 500
/** The longest symbol of a token that can be vouched for. UTF-16 code units. */
export const LONGEST_SYMBOL = 16
