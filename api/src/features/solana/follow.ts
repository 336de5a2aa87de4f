import type { Context } from '../../auth.ts'
import type { TransactionModel } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { broadcast } from '../../lib/solana/broadcast.ts'
import { statusOf } from '../../lib/solana/status.ts'
import { markSubmitted, settle } from '../ledger/intent.ts'

type FollowDeps = Pick<Deps, 'db' | 'solana'>

/** Milliseconds between two rounds. */
const EVERY = 2000
/** Transactions in a round; the oldest first. */
const AT_A_TIME = 100
/** A row that was never signed is of a call that has ended, with its server perhaps: nothing was sent. Milliseconds. */
const ABANDONED_AFTER = 120_000

/** Asks what became of one transaction, and sends it again while it may still land. */
const followOne = async ({ db, solana }: FollowDeps, row: TransactionModel): Promise<void> => {
  const rpc = solana.get(row.rpcUrl)
  // The endpoint was taken off the list: it waits until it, or the operator, is back.
  if (!rpc || !row.signed || !row.signature || row.validUntil === null) return
  const status = await statusOf(rpc, row.signature, Number(row.validUntil))
  if (status.state === 'confirmed') return settle(db, row.id, 'confirmed')
  if (status.state === 'failed') return settle(db, row.id, 'failed', status.reason.message)
  if (status.state === 'expired') return settle(db, row.id, 'expired', 'The chain did not take it in time')
  await broadcast(rpc, Buffer.from(row.signed).toString('base64'))
  await markSubmitted(db, row.id)
}

/** One round over what is not settled. Every instance may do it: sending the same bytes again moves nothing twice. */
export const followSolana = async (deps: FollowDeps, log: Context['log']): Promise<void> => {
  const { prisma } = deps.db
  await prisma.transaction.deleteMany({
    where: {
      chain: 'solana',
      status: 'created',
      signed: null,
      createdAt: { lt: new Date(Date.now() - ABANDONED_AFTER) },
    },
  })
  const rows = await prisma.transaction.findMany({
    where: { chain: 'solana', status: { in: ['created', 'submitted'] }, signed: { not: null } },
    orderBy: { createdAt: 'asc' },
    take: AT_A_TIME,
  })
  for (const row of rows)
    await followOne(deps, row).catch((err: unknown) =>
      log.debug({ err, id: row.id }, 'a transaction could not be followed'),
    )
}

/** Follows until stopped; rounds do not overlap, and a failed one is made up for by the next. */
export const followRegularly = (deps: FollowDeps, log: Context['log']): (() => void) => {
  let running = false
  const round = async () => {
    if (running) return
    running = true
    await followSolana(deps, log)
      .catch((err: unknown) => log.warn({ err }, 'transactions could not be followed'))
      .finally(() => (running = false))
  }
  const timer = setInterval(() => void round(), EVERY)
  timer.unref()
  return () => clearInterval(timer)
}
