import { LRUCache } from 'lru-cache'
import type { Database } from '../../../../db.ts'
import { Problem } from '../../../../errors.ts'
import { within } from '../../../../lib/within.ts'
import type { BoardsOptions } from '../boards.ts'
import { countPlayers, readBoard } from '../read-board.ts'
import { type BoardName, type Generations, type Marker, OtherBuilderError } from './generations.ts'

/** How long it is cached which generation is complete. Milliseconds. */
const MARKER_TTL = 500
/** How long a read waits for a board that is being built. Milliseconds. */
export const PATIENCE = 3000

export const notReady = () => new Problem('boards_not_ready', { retryAfter: 2 })

/** Builds boards that are not in Redis, each once at a time, and finds the generation of a board that answers reads. */
export const createBoardBuilder = (
  db: Pick<Database, 'query'>,
  generations: Generations,
  log: BoardsOptions['log'],
) => {
  const markers = new LRUCache<string, Promise<Marker>>({ max: 10_000, ttl: MARKER_TTL })
  const building = new Map<string, Promise<void>>()

  const build = (name: BoardName): Promise<void> => {
    const key = `${name.appId} ${name.board}`
    const known = building.get(key)
    if (known) return known
    const { appId, board } = name
    const source = { count: () => countPlayers(db, appId), columns: () => readBoard(db, appId, board) }
    const built = generations.build(name, source).finally(() => {
      building.delete(key)
      markers.delete(key)
    })
    built.catch((err: unknown) => {
      if (!(err instanceof OtherBuilderError))
        log.warn({ err, ...name }, 'a board was not built; the next read tries again')
    })
    building.set(key, built)
    return built
  }

  const cachedMarker = (name: BoardName): Promise<Marker> => {
    const key = `${name.appId} ${name.board}`
    const known = markers.get(key)
    if (known) return known
    const marker = generations.marker(name)
    markers.set(key, marker)
    marker.catch(() => markers.delete(key))
    return marker
  }

  return {
    build,
    /** The complete generation of a board, which is built if there is none. Throws `boards_not_ready` where that takes longer. */
    completeOf: async (name: BoardName): Promise<string> => {
      const { complete } = await cachedMarker(name)
      if (complete !== undefined) return complete
      await within(
        build(name).catch(() => undefined),
        PATIENCE,
      )
      const built = (await generations.marker(name)).complete
      if (built === undefined) throw notReady()
      return built
    },
  }
}
