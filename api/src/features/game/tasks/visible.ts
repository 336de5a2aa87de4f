import type { PresentAccount } from '../open-account.ts'
import { leagueOf, levelOf } from '../leagues.ts'
import { hasBegun, type StoredTask } from './stored-task.ts'

/** Whether a player is in a league or a higher one. Nobody is in one that the rules no longer have. */
export const reachesLeague = ({ account, rules }: PresentAccount, league: string): boolean => {
  const ids = rules.leagues.map(({ id }) => id)
  const least = ids.indexOf(league)
  return least >= 0 && ids.indexOf(leagueOf(rules, account.earned).id) >= least
}

/** Whether a player of this level and league sees a task. */
const isFor = ({ minLevel, minLeague }: StoredTask, player: PresentAccount): boolean =>
  (minLevel === null || levelOf(player.rules, player.account.earned).level >= minLevel) &&
  (minLeague === null || reachesLeague(player, minLeague))

/** Whether a player may know of a task. */
export const isVisible = (task: StoredTask, account: PresentAccount): boolean =>
  hasBegun(task, account.now) && isFor(task, account)
