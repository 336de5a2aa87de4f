import type { RingEntryModel, TaskProgressModel, Tx } from '../../db.ts'
import { presentClaim } from './payouts/present.ts'

/** A line of a ledger in wire form. */
export const presentEntry = (row: RingEntryModel) => ({
  ...row,
  firstSeq: Number(row.firstSeq),
  lastSeq: Number(row.lastSeq),
  amount: Number(row.amount),
  balance: Number(row.balance),
  startedAt: new Date(Number(row.startedAt)),
  endedAt: new Date(Number(row.endedAt)),
})

/** What a player has begun or completed of a task, in wire form. */
const presentProgress = ({ taskId, period, startedAt, completedAt, reward }: TaskProgressModel) => ({
  taskId,
  day: period === '' ? null : period,
  startedAt: new Date(Number(startedAt)),
  completedAt: completedAt === null ? null : new Date(Number(completedAt)),
  reward: reward === null ? null : Number(reward),
})

/** The most lines of a ledger that an export has. */
const MOST = 10_000

/** What the tap game has about a user; null for one who never played. */
export const exportGame = async (tx: Tx, userId: string) => {
  const player = await tx.player.findUnique({ where: { userId } })
  if (!player) return null
  const ledger = await tx.ringEntry.findMany({ where: { userId }, orderBy: { firstSeq: 'desc' }, take: MOST })
  const tasks = await tx.taskProgress.findMany({ where: { userId }, orderBy: { startedAt: 'desc' }, take: MOST })
  const claims = await tx.ringClaim.findMany({ where: { userId }, orderBy: { createdAt: 'desc' }, take: MOST })
  const [rings, earnedRings, claimedRings] = [player.rings, player.earned, player.claimed].map(Number)
  return {
    rings: rings!,
    earnedRings: earnedRings!,
    claimedRings: claimedRings!,
    ledger: ledger.map(presentEntry),
    tasks: tasks.map(presentProgress),
    claims: claims.map(presentClaim),
  }
}
