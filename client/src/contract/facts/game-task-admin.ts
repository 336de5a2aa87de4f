/** The most tasks of an app. */
export const MOST_TASKS = 200
/** The most one-time codes of a task, and of one call. */
export const MOST_CODES = 100_000
export const MOST_NEW_CODES = 1000
