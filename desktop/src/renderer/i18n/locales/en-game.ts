import boards from './en/boards.json'
import fairPlay from './en/fairPlay.json'
import gameRules from './en/gameRules.json'
import gameStats from './en/gameStats.json'
import gameTasks from './en/gameTasks.json'
import payouts from './en/payouts.json'
import squads from './en/squads.json'

/** The English messages of the tap game's screens, which are loaded with the first of them. */
export const gameEnglish = {
  ...boards,
  ...fairPlay,
  ...gameRules,
  ...gameStats,
  ...gameTasks,
  ...payouts,
  ...squads,
}
