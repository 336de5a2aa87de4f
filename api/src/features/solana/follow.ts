import type { Context } from '../../auth.ts'
import type { Database, TransactionModel } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'
import { statusOf } from '../../lib/solana/status.ts'
import { markSubmitted, settle } from '../ledger/intent.ts'

type FollowDeps = Pick<Deps, 'db' | 'solana'>

/** Milliseconds between two rounds. */
const EVERY = 2000
/** Transactions of one endpoint in a round, the oldest first; and so many of them at the same time. */
const AT_A_TIME = 100
const PARALLEL = 10
/** A row that was never signed is of a call that has ended, with its server perhaps: nothing was sent. Milliseconds. */
const ABANDONED_AFTER = 120_000

/** Asks what became of one transaction, and sends it again while it may still land. */
const followOne = async (db: Database, rpc: SolanaRpc, row: TransactionModel): Promise<void> => {
  if (!row.signed || !row.signature || row.validUntil === null) return
  const status = await statusOf(rpc, row.signature, Number(row.validUntil))
  if (status.state === 'confirmed') return settle(db, row.id, 'confirmed')
  if (status.state === 'failed') return settle(db, row.id, 'failed', status.reason.message)
  if (status.state === 'expired') return settle(db, row.id, 'expired', 'The chain did not take it in time')
  await broadcast(rpc, Buffer.from(row.signed).toString('base64'))
  await markSubmitted(db, row.id)
}

/**
 * One round over what is not settled at one endpoint. Every instance may do it: sending the same bytes again moves nothing
 * twice. What went through an endpoint that is off the list now waits until the operator puts it back.
 */
export const followAt = async (db: Database, url: string, rpc: SolanaRpc, log: Context['log']): Promise<void> => {
  const rows = await db.prisma.transaction.findMany({
    where: { chain: 'solana', rpcUrl: url, status: { in: ['created', 'submitted'] }, signed: { not: null } },
    orderBy: { createdAt: 'asc' },
    take: AT_A_TIME,
  })
  const follow = (row: TransactionModel) =>
    followOne(db, rpc, row).catch((err: unknown) =>
      log.debug({ err, id: row.id }, 'a transaction could not be followed'),
    )
  for (let start = 0; start < rows.length; start += PARALLEL)
    await Promise.all(rows.slice(start, start + PARALLEL).map(follow))
}

/** Removes what was written down and never signed. */
const removeAbandoned = async ({ prisma }: Database): Promise<void> => {
  const createdAt = { lt: new Date(Date.now() - ABANDONED_AFTER) }
  await prisma.transaction.deleteMany({ where: { chain: 'solana', status: 'created', signed: null, createdAt } })
}

/** Does the work now and then until stopped. Rounds do not overlap, and a failed one is made up for by the next. */
const regularly = (work: () => Promise<void>, log: Context['log']): (() => void) => {
  let running = false
  const round = async () => {
    if (running) return
    running = true
    await work()
      .catch((err: unknown) => log.warn({ err }, 'transactions could not be followed'))
      .finally(() => (running = false))
  }
  const timer = setInterval(() => void round(), EVERY)
  timer.unref()
  return () => clearInterval(timer)
}

/** Follows every send until stopped. Each endpoint has its own rounds, so that one that hangs delays no other. */
export const followRegularly = ({ db, solana }: FollowDeps, log: Context['log']): (() => void) => {
  const stops = [...solana].map(([url, rpc]) => regularly(() => followAt(db, url, rpc, log), log))
  stops.push(regularly(() => removeAbandoned(db), log))
  return () => stops.forEach((stop) => stop())
}
