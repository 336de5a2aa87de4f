/** The highest place of an entry in its list; the lowest is its negative. */
export const LAST_PLACE = 1_000_000
