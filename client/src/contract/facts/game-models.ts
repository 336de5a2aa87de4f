/** The largest number of taps in one call. */
export const MAX_TAPS = 200
/** The longest time between two taps that a batch tells: longer ones are this long. Milliseconds. */
export const MAX_GAP = 60_000
/** How far ahead of the last number a batch of taps may be numbered. */
export const MAX_SEQ_AHEAD = 10_000

/** The boards of players. */
export const playerBoards = ['all', 'week', 'lastWeek', 'league', 'friends'] as const

/** Appeals against one delay of payouts. */
export const MAX_APPEALS = 3
