// The tap game's parts that live as long as the server: opened with the dependencies, started with the background work.
import type { FastifyInstance } from 'fastify'
import type { Deps, Resources } from './deps.ts'
import { type Boards, createBoards } from './features/game/boards/boards.ts'
import { createRedisBoards } from './features/game/boards/redis/redis-boards.ts'
import { createBoardWatch, startBoardWatch } from './features/game/boards/watch-boards.ts'
import { createPlayObserver } from './features/game/fair-play/observer.ts'
import { startFairPlay, watchFairPlay } from './features/game/fair-play/watch.ts'
import { createRulesCache } from './features/game/rules.ts'
import { payClaims, startPayouts } from './features/game/payouts/pay-claims.ts'
import { createSquadTotals, startSquadTotals } from './features/game/squads/totals.ts'
import { startGameDayCounts } from './features/game/stats/count-days.ts'
import { createLedgerWatch, startLedgerWatch } from './features/game/watch-ledgers.ts'
import type { BackgroundWork } from './lib/background-work.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** Checks the ledgers of the next players now, independent of the timer. */
    checkRingLedgers: () => Promise<void>
    /** Boards of players. */
    boards: Boards
    /** Compares the boards with the accounts of the next players now, independent of the timer. */
    checkBoards: () => Promise<void>
    /** Adds up the squads whose members earned now, independent of the timer. */
    addUpSquads: () => Promise<void>
    /** Adds up the next squads whether or not they changed, independent of the timer. */
    checkSquads: () => Promise<void>
    /** Stores what was observed of players and judges it now, independent of the timer. */
    watchFairPlay: () => Promise<void>
    playObserver: Deps['playObserver']
    /** Takes the steps of payments that are due for all apps now, independent of the timer. */
    payClaims: () => Promise<void>
  }
}

const openBoards = (app: FastifyInstance, { db, redis }: Pick<Resources, 'db' | 'redis'>, clock: () => number) => {
  const options = { clock, log: app.log }
  const boards = redis
    ? createRedisBoards(db, { redis: redis.client, installation: redis.installation }, options)
    : createBoards(db, options)
  app.addHook('onClose', boards.close)
  return boards
}

/** Notes how players play, and stores the last of it before the database is closed. */
const openPlayObserver = (app: FastifyInstance, deps: Pick<Deps, 'db' | 'clock' | 'gameRules'>) => {
  const observer = createPlayObserver(deps, app.log)
  app.addHook('onClose', observer.close)
  return observer
}

/** Opens the game's caches and watches. Closing the server closes them. */
export const openGame = (app: FastifyInstance, resources: Resources, clock: () => number) => {
  const { db } = resources
  const boards = openBoards(app, resources, clock)
  const gameRules = createRulesCache(db)
  return {
    gameRules,
    boards,
    boardWatch: createBoardWatch({ db, boards, clock }),
    squadTotals: createSquadTotals(db),
    playObserver: openPlayObserver(app, { db, clock, gameRules }),
    ledgerWatch: createLedgerWatch(db),
  }
}

/** Starts what the game does beside requests. */
export const startGame = (app: FastifyInstance, background: BackgroundWork, deps: Deps): void => {
  app.decorate('checkRingLedgers', deps.ledgerWatch.check)
  app.decorate('boards', deps.boards)
  app.decorate('checkBoards', deps.boardWatch.check)
  app.decorate('addUpSquads', deps.squadTotals.flush)
  app.decorate('checkSquads', deps.squadTotals.check)
  app.decorate('watchFairPlay', () => watchFairPlay(deps))
  app.decorate('playObserver', deps.playObserver)
  app.decorate('payClaims', () => payClaims(deps, app.log))
  startLedgerWatch(background, deps.ledgerWatch)
  startBoardWatch(background, deps.boardWatch)
  startSquadTotals(background, deps.squadTotals)
  startGameDayCounts(background, deps)
  startFairPlay(background, deps)
  startPayouts(background, deps, app.log)
}
