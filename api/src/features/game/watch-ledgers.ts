import type { Database } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import { checkLedgers } from './check-ledger.ts'

/** How often some accounts are checked. Milliseconds. */
const INTERVAL = 60_000
/** How many accounts each time: a million in less than a day, whatever their number. */
const ACCOUNTS = 1000
/** How many players with a difference are remembered. */
const REMEMBERED = 100

/** A player whose ledger and account differ. */
export interface LedgerDifference {
  userId: string
  appId: string
}

export interface LedgerWatch {
  /** Checks the next accounts; after the last it begins with the first again. */
  check: () => Promise<void>
  /** The players whose ledger and account differed when they were last looked at: the first hundred found. */
  differences: () => LedgerDifference[]
}

/** Adds up the ledgers of all players in turn. Nothing is corrected: an operator decides what is true. */
export const createLedgerWatch = ({ prisma }: Pick<Database, 'prisma'>, accounts = ACCOUNTS): LedgerWatch => {
  const found = new Map<string, LedgerDifference>()
  let last: string | undefined
  return {
    check: async () => {
      const players = await prisma.player.findMany({
        ...(last === undefined ? {} : { where: { userId: { gt: last } } }),
        select: { userId: true, appId: true },
        orderBy: { userId: 'asc' },
        take: accounts,
      })
      last = players.length < accounts ? undefined : players.at(-1)?.userId
      const checks = await checkLedgers(
        prisma,
        players.map(({ userId }) => userId),
      )
      const sound = new Map(checks.map(({ userId, isSound }) => [userId, isSound]))
      for (const player of players) {
        if (sound.get(player.userId) !== false) found.delete(player.userId)
        else if (found.size < REMEMBERED) found.set(player.userId, player)
      }
    },
    differences: () => [...found.values()],
  }
}

/** Checks some accounts every minute. A failure is logged; the next run tries again. */
export const startLedgerWatch = (background: BackgroundWork, watch: LedgerWatch): void =>
  background.repeat(INTERVAL, 'ledgers of rings were not checked', watch.check)
