/** What places of a player go by. Each figure only grows within its week, so that news of it may come in any order and twice. */
export interface Score {
  /** Rings earned in all. */
  earned: number
  /** The last week in which the player earned, and what it earned in it. */
  week: number
  weekEarned: number
  /** Whether the player stands on no board. */
  isHidden: boolean
}

/** A player's score as boards are told of it; null: the player stands on none. */
export type News = Pick<Score, 'earned' | 'week' | 'weekEarned'> | null

/** The board of all times, or that of a week. */
export type BoardId = 'all' | number

/** What a score counts on a board; undefined where it says nothing of it. */
export const scoreOn = (board: BoardId, score: NonNullable<News>): number | undefined => {
  if (board === 'all') return score.earned
  return score.week === board ? score.weekEarned : undefined
}

/** The later of two scores of a player, whichever came first; but a player who left has left. */
export const laterOf = (known: News | undefined, news: News): News => {
  if (!known || !news) return news
  const [one, other] = known.week > news.week ? [known, news] : [news, known]
  const weekEarned = one.week === other.week ? Math.max(one.weekEarned, other.weekEarned) : one.weekEarned
  return { earned: Math.max(one.earned, other.earned), week: one.week, weekEarned }
}
