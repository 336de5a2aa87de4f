/** How long a change is listed, and how long it can be undone. Milliseconds. */
export const LISTED_FOR = 30 * 86_400_000
export const UNDOABLE_FOR = 7 * 86_400_000
