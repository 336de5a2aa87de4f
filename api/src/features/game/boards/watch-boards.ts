import { setTimeout as sleep } from 'node:timers/promises'
import type { Database } from '../../../db.ts'
import type { BackgroundWork } from '../../../lib/background-work.ts'
import { weekOf } from '../account.ts'
import type { Boards } from './boards.ts'
import type { BoardId } from './score.ts'

/** How often some players are compared. Milliseconds. */
const INTERVAL = 60_000
/** How many players each time: a million in less than a day. */
const PLAYERS = 1000
/** What is told between servers and to Redis arrives within a second; what differs after this long was lost. Milliseconds. */
const SETTLED_AFTER = 3000
/** Apps of which results are remembered. */
const MOST_APPS = 10_000

/** What the comparison of an app's boards with its accounts found. */
export interface BoardVerification {
  /** When players of the app were last compared. Milliseconds since the epoch. */
  checkedAt: number
  /** Players compared since the server started. */
  checked: number
  /** Places that differed and were corrected since the server started. */
  corrected: number
  /** Rounds in a row, of those that compared players of the app, in which some differed. */
  differingRounds: number
}

export interface BoardWatch {
  /** Compares the next players; after the last it begins with the first again. */
  check: () => Promise<void>
  /** Undefined while none of the app's players has been compared. */
  verification: (appId: string) => BoardVerification | undefined
  /** The apps whose boards differed in several rounds in a row. */
  persisting: () => { appId: string; corrected: number }[]
}

/** Rounds in a row after which differences are no chance. */
const PERSISTING = 3

interface Parts {
  db: Pick<Database, 'prisma'>
  boards: Boards
  clock: () => number
}

interface Size {
  players: number
  settledAfter: number
}

interface Compared {
  userId: string
  appId: string
  isHidden: boolean
  earned: bigint
  week: number
  weekEarned: bigint
  lastWeekEarned: bigint
}

const columns = {
  userId: true,
  appId: true,
  isHidden: true,
  earned: true,
  week: true,
  weekEarned: true,
  lastWeekEarned: true,
} as const

/** What a board must say of a player; undefined: it is not on it. */
const expectedOn = (board: BoardId, row: Compared | undefined): number | undefined => {
  if (!row || row.isHidden) return undefined
  if (board === 'all') return Number(row.earned) || undefined
  if (row.week === board) return Number(row.weekEarned) || undefined
  return (row.week === board + 1 && Number(row.lastWeekEarned)) || undefined
}

/** What the comparisons of each app found, of the apps that were compared last. */
const createFindings = () => {
  const found = new Map<string, BoardVerification>()
  return {
    get: (appId: string): BoardVerification | undefined => found.get(appId),
    /** Adds the players of one more comparison. */
    add: (appId: string, { checkedAt, checked, corrected }: Omit<BoardVerification, 'differingRounds'>): void => {
      const before = found.get(appId)
      found.delete(appId)
      if (found.size >= MOST_APPS) found.delete(found.keys().next().value!)
      found.set(appId, {
        checkedAt,
        checked: (before?.checked ?? 0) + checked,
        corrected: (before?.corrected ?? 0) + corrected,
        differingRounds: corrected > 0 ? (before?.differingRounds ?? 0) + 1 : 0,
      })
    },
    persisting: () =>
      [...found]
        .filter(([, { differingRounds }]) => differingRounds >= PERSISTING)
        .map(([appId, { corrected }]) => ({ appId, corrected })),
  }
}

/** The players of whom a board says something else than their accounts. The board is asked first: it may be behind, not ahead. */
const differing = async (
  { db: { prisma }, boards }: Pick<Parts, 'db' | 'boards'>,
  { appId, board }: { appId: string; board: BoardId },
  userIds: string[],
) => {
  const scores = await boards.scoresOf(appId, board, userIds)
  if (!scores) return []
  const read: Compared[] = await prisma.player.findMany({ where: { userId: { in: userIds } }, select: columns })
  const rows = new Map(read.map((row) => [row.userId, row]))
  return userIds.flatMap((userId, index) => {
    const expected = expectedOn(board, rows.get(userId))
    return expected === scores[index] ? [] : [[userId, expected ?? null] as const]
  })
}

/** The first of a board; none where it is not built. */
const firstOf = async (boards: Boards, appId: string, board: BoardId): Promise<string[]> => {
  if (!(await boards.scoresOf(appId, board, []))) return []
  const first = await (await boards.get(appId, board)).top(100)
  return first.map(({ player }) => player)
}

/** Compares players with their boards, of those boards that are built. */
export const createBoardWatch = (
  parts: Parts,
  { players = PLAYERS, settledAfter = SETTLED_AFTER }: Partial<Size> = {},
): BoardWatch => {
  const { db, boards, clock } = parts
  const found = createFindings()
  let last: string | undefined

  const compare = async (appId: string, userIds: string[]): Promise<void> => {
    let corrected = 0
    for (const board of ['all', weekOf(clock()), weekOf(clock()) - 1] as const) {
      // Those who were deleted without a word are seen among the first of the board only.
      const all = [...new Set([...userIds, ...(await firstOf(boards, appId, board))])]
      const suspects = (await differing(parts, { appId, board }, all)).map(([userId]) => userId)
      if (suspects.length === 0) continue
      await sleep(settledAfter, undefined, { ref: false })
      const wrong = await differing(parts, { appId, board }, suspects)
      await boards.correct(appId, board, wrong)
      corrected += wrong.length
    }
    found.add(appId, { checkedAt: clock(), checked: userIds.length, corrected })
  }

  return {
    check: async () => {
      const next = await db.prisma.player.findMany({
        ...(last === undefined ? {} : { where: { userId: { gt: last } } }),
        select: { userId: true, appId: true },
        orderBy: { userId: 'asc' as const },
        take: players,
      })
      last = next.length < players ? undefined : next.at(-1)?.userId
      const byApp = new Map<string, string[]>()
      for (const { appId, userId } of next) byApp.set(appId, [...(byApp.get(appId) ?? []), userId])
      for (const [appId, userIds] of byApp) await compare(appId, userIds)
    },
    verification: found.get,
    persisting: found.persisting,
  }
}

/** Compares some players every minute. A failure, such as Redis away, is logged; the next run goes on. */
export const startBoardWatch = (background: BackgroundWork, watch: BoardWatch): void =>
  background.repeat(INTERVAL, 'boards were not compared with the accounts', watch.check)
