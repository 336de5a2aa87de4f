import type { Tx } from '../../db.ts'
import type { News } from './boards/score.ts'

/** Takes a player off the boards, or puts it back. Answers what to tell the boards once that is stored; undefined for one who never played. */
export const hidePlayer = async (tx: Tx, userId: string, isHidden: boolean): Promise<News | undefined> => {
  const [player] = await tx.player.updateManyAndReturn({ where: { userId }, data: { isHidden } })
  if (!player || isHidden) return player && null
  return { earned: Number(player.earned), week: player.week, weekEarned: Number(player.weekEarned) }
}
