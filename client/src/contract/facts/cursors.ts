/** At most so many matching rows of a filtered list are counted; of more it is known that there are more. */
export const COUNTED_ROWS = 10_000
