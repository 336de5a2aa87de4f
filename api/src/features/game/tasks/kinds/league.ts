import { type KindRules, verdictOf } from '../kind.ts'
import { reachesLeague } from '../visible.ts'

/** A league of the rules or a higher one. */
export const league: KindRules<'league'> = {
  verify: ({ account, check }) => verdictOf(reachesLeague(account, check.league), 'not_enough'),
}
