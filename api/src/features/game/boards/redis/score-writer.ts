import { uuidToBytes } from '../../../../lib/ranking/uuid.ts'
import { currentBoards } from '../board.ts'
import type { BoardsOptions } from '../boards.ts'
import { type BoardId, laterOf, type News, scoreOn } from '../score.ts'
import type { Generations } from './generations.ts'

/** How often scores are written. Milliseconds. */
const FLUSH_AFTER = 500
/** Players whose scores wait while Redis is away. With more the boards of their apps are built again once it is back. */
const MOST_WAITING = 100_000

/** Scores that wait to be written, by app. */
const createQueue = () => {
  const waiting = new Map<string, Map<string, News>>()
  const lost = new Set<string>()
  const size = () => [...waiting.values()].reduce((all, { size: players }) => all + players, 0)
  const add = (appId: string, scores: Iterable<readonly [string, News]>, isOlder = false) => {
    const known = waiting.get(appId) ?? new Map<string, News>()
    waiting.set(appId, known)
    for (const [userId, news] of scores) {
      const before = known.get(userId)
      if (isOlder && before === null) continue
      known.set(userId, laterOf(before, news))
    }
    if (size() <= MOST_WAITING) return
    for (const each of waiting.keys()) lost.add(each)
    waiting.clear()
  }
  return {
    add,
    size,
    /** Takes everything out, and the apps of which some was dropped. */
    take: () => {
      const taken = { scores: [...waiting], lost: [...lost] }
      waiting.clear()
      lost.clear()
      return taken
    },
    lose: (appIds: string[]) => appIds.forEach((appId) => lost.add(appId)),
  }
}

/** Writes the scores of an app to its boards: to the generation that is complete, and to the one being built. */
const writeApp = async (generations: Generations, current: BoardId[], appId: string, scores: Map<string, News>) => {
  const weeks = new Set([...scores.values()].flatMap((news) => (news ? [news.week] : [])))
  for (const board of new Set<BoardId>([...current, ...weeks])) {
    const name = { appId, board }
    const { complete, building: next } = await generations.marker(name)
    const live = new Set([complete, next].filter((each) => each !== undefined))
    const figures = [...scores].flatMap(([userId, news]) => {
      const score = news && scoreOn(board, news)
      return score === undefined ? [] : [[uuidToBytes(userId), score] as const]
    })
    if (figures.length > 0) for (const generation of live) await generations.write(name, generation, figures)
  }
}

/** Writes scores to Redis twice a second, one write after the other. While Redis is away they wait. */
export const createScoreWriter = (generations: Generations, { clock, log }: BoardsOptions) => {
  const queue = createQueue()
  let writing: Promise<void> = Promise.resolve()
  let isAway = false

  const write = async (): Promise<void> => {
    const { scores, lost } = queue.take()
    try {
      for (const appId of lost) for (const board of currentBoards(clock())) await generations.forget({ appId, board })
      for (const [appId, ofApp] of scores) await writeApp(generations, currentBoards(clock()), appId, ofApp)
    } catch (error) {
      // What has changed since is newer. Scores may be written twice.
      for (const [appId, ofApp] of scores) queue.add(appId, ofApp, true)
      queue.lose(lost)
      throw error
    }
  }

  const flush = (): Promise<void> => {
    const next = writing.catch(() => undefined).then(write)
    writing = next
    return next
  }
  const timer = setInterval(() => {
    flush().then(
      () => (isAway = false),
      (err: unknown) => {
        if (!isAway) log.warn({ err }, 'scores were not written to Redis; they wait for it')
        isAway = true
      },
    )
  }, FLUSH_AFTER).unref()

  return {
    add: (appId: string, userId: string, news: News): void => queue.add(appId, [[userId, news]]),
    flush,
    /** Ends the regular writes. */
    stop: (): void => clearInterval(timer),
  }
}
