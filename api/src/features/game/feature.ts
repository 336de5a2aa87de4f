import type { AllHandlers } from '../../handler.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import type { Platform, ServerLife } from '../../resources.ts'
import { gamePlayerHandlers, gameRulesHandlers, gameStatsHandlers } from './admin-handlers.ts'
import { appGameHandlers } from './app-handlers.ts'
import { gameBoardHandlers } from './boards/admin-handlers.ts'
import { type Boards, createBoards } from './boards/boards.ts'
import { createRedisBoards } from './boards/redis/redis-boards.ts'
import { createBoardWatch, startBoardWatch } from './boards/watch-boards.ts'
import { gameReviewHandlers } from './fair-play/admin-handlers.ts'
import { createPlayObserver } from './fair-play/observer.ts'
import { startFairPlay } from './fair-play/watch.ts'
import { gameHandlers } from './handlers.ts'
import type { GameNeeds, GameServices } from './needs.ts'
import { ringClaimHandlers } from './payouts/handlers.ts'
import { startPayouts } from './payouts/pay-claims.ts'
import { treasuryHandlers } from './payouts/treasury-handlers.ts'
import { createRulesCache } from './rules.ts'
import { gameSquadHandlers } from './squads/admin-handlers.ts'
import { squadHandlers } from './squads/handlers.ts'
import { createSquadTotals, startSquadTotals } from './squads/totals.ts'
import { startGameDayCounts } from './stats/count-days.ts'
import { appTaskHandlers } from './tasks/app-handlers.ts'
import { gameTaskHandlers } from './tasks/operators/handlers.ts'
import { createLedgerWatch, startLedgerWatch } from './watch-ledgers.ts'

type Opening = Pick<Platform, 'db' | 'redis' | 'clock'>

const openBoards = ({ db, redis, clock }: Opening, { log, onClose }: ServerLife): Boards => {
  const options = { clock, log }
  const boards = redis
    ? createRedisBoards(db, { redis: redis.client, installation: redis.installation }, options)
    : createBoards(db, options)
  onClose(boards.close)
  return boards
}

/** Opens the game's caches and watches. What was observed of players is stored before the database is closed. */
export const openGame = (opening: Opening, life: ServerLife): GameServices => {
  const { db, clock } = opening
  const boards = openBoards(opening, life)
  const gameRules = createRulesCache(db)
  const playObserver = createPlayObserver({ db, clock, gameRules }, life.log)
  life.onClose(playObserver.close)
  return {
    gameRules,
    boards,
    boardWatch: createBoardWatch({ db, boards, clock }),
    squadTotals: createSquadTotals(db),
    playObserver,
    ledgerWatch: createLedgerWatch(db),
  }
}

/** Starts what the game does beside requests. */
export const startGame = (background: BackgroundWork, needs: GameNeeds, log: ServerLife['log']): void => {
  startLedgerWatch(background, needs.ledgerWatch)
  startBoardWatch(background, needs.boardWatch)
  startSquadTotals(background, needs.squadTotals)
  startGameDayCounts(background, needs)
  startFairPlay(background, needs)
  startPayouts(background, needs, log)
}

/** The calls of players, operators and partners. */
export const gameGroups = (needs: GameNeeds) =>
  ({
    game: gameHandlers(needs),
    gameRules: gameRulesHandlers(needs),
    gamePlayers: gamePlayerHandlers(needs),
    gameBoards: gameBoardHandlers(needs),
    ringClaims: ringClaimHandlers(needs),
    treasury: treasuryHandlers(needs),
    squads: squadHandlers(needs),
    gameSquads: gameSquadHandlers(needs),
    gameTasks: gameTaskHandlers(needs),
    appTasks: appTaskHandlers(needs),
    appGame: appGameHandlers(needs),
    gameStats: gameStatsHandlers(needs),
    gameReviews: gameReviewHandlers(needs),
  }) satisfies Partial<AllHandlers>
