/** The boards of an app: by all rings that players have earned, and by those of a week from Monday (UTC). */
export const appBoards = ['all', 'week', 'lastWeek'] as const
export type AppBoard = (typeof appBoards)[number]
