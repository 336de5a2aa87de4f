import { networks } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Statement } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import type { MonitorNeeds, SignedRow } from './adapter.ts'
import { adapterOf } from './chains/index.ts'

/** The interval of rounds. Milliseconds. */
const INTERVAL = 1000
/** The interval at which unsigned rows are removed. Milliseconds. */
const REMOVAL_INTERVAL = 30_000
/** The maximum of transactions of one endpoint in a round. */
const BATCH_SIZE = 100
/** How many transactions of one endpoint are checked at the same time. */
const CONCURRENCY = 10
/** The age after which an unsigned row is removed: its call has ended without sending. Milliseconds. */
const ABANDONED_AFTER = 120_000

/** The endpoints with due rows. An idle server asks this once a second, whatever the number of endpoints. */
const findDueEndpoints: Statement = {
  name: 'due-endpoints',
  text: `
    SELECT given.url FROM unnest($1::text[]) AS given (url)
    WHERE EXISTS (
      SELECT 1 FROM "Transaction"
      WHERE "rpcUrl" = given.url AND "settledAt" IS NULL AND signed IS NOT NULL AND "checkAt" <= now())`,
}

/**
 * Claims the due rows of an endpoint and sets their next check: after two seconds at first, later after a tenth of their
 * age, at most two minutes. Only one instance claims a row; if it crashes, the next check repeats.
 */
const claimDue = async ({ db }: MonitorNeeds, rpcUrl: string): Promise<SignedRow[]> => {
  const claimed = await db.prisma.$queryRaw<{ id: string }[]>`
    UPDATE "Transaction" SET "checkAt" =
      now() + LEAST(GREATEST((now() - "createdAt") / 10, interval '2 seconds'), interval '2 minutes')
    WHERE id IN (
      SELECT id FROM "Transaction"
      WHERE "rpcUrl" = ${rpcUrl} AND "settledAt" IS NULL AND signed IS NOT NULL AND "checkAt" <= now()
      ORDER BY "checkAt" LIMIT ${BATCH_SIZE} FOR UPDATE SKIP LOCKED)
    RETURNING id`
  if (claimed.length === 0) return []
  // The lowest nonce first, because higher nonces depend on it.
  const rows = await db.prisma.transaction.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
    orderBy: [{ nonce: 'asc' }, { createdAt: 'asc' }],
  })
  return rows.filter((row): row is SignedRow => row.signed !== null && row.signature !== null)
}

type MonitorRow = (row: SignedRow) => Promise<void>

/** One round over the due rows of an endpoint. Any instance may run it: sending the same bytes twice has no effect. */
const monitorEndpoint = async (
  deps: MonitorNeeds,
  { url, monitor }: { url: string; monitor: MonitorRow },
  log: Context['log'],
  signal?: AbortSignal,
): Promise<void> => {
  const rows = await claimDue(deps, url)
  const one = (row: SignedRow) =>
    monitor(row).catch((err: unknown) => log.debug({ err, id: row.id }, 'a transaction could not be monitored'))
  for (let start = 0; start < rows.length; start += CONCURRENCY) {
    signal?.throwIfAborted()
    await Promise.all(rows.slice(start, start + CONCURRENCY).map(one))
  }
}

/** Removes intents that were never signed. */
const removeAbandoned = async ({ db }: MonitorNeeds): Promise<void> => {
  const createdAt = { lt: new Date(Date.now() - ABANDONED_AFTER) }
  await db.prisma.transaction.deleteMany({ where: { status: 'created', signed: null, createdAt } })
}

type Round = (signal?: AbortSignal) => Promise<void>

/** Skips a call while the one before it still runs. */
const withoutOverlap = (work: Round): Round => {
  let running = false
  return async (signal) => {
    if (running) return
    running = true
    await work(signal).finally(() => (running = false))
  }
}

/** By URL, a function per endpoint that runs a round. */
const roundsOf = (deps: MonitorNeeds, log: Context['log']): Map<string, Round> =>
  new Map(
    networks.flatMap((network) => {
      const adapter = adapterOf(network)
      return [...deps.nodes[network]].map(([url, rpc]) => {
        const monitor: MonitorRow = (row) => adapter.monitor(deps, rpc, row)
        return [url, (signal) => monitorEndpoint(deps, { url, monitor }, log, signal)] as const
      })
    }),
  )

/** Runs a round at every endpoint at once; resolves when all results are recorded. */
export const checkTransactions = async (deps: MonitorNeeds, log: Context['log']): Promise<void> => {
  await Promise.all([...roundsOf(deps, log).values()].map((round) => round()))
}

/**
 * Monitors every send. Each endpoint has its own rounds, so that an unresponsive one does not delay others. Transactions of
 * an endpoint that was removed from the list wait until the operator adds it again.
 */
export const startMonitor = (background: BackgroundWork, deps: MonitorNeeds, log: Context['log']): void => {
  const rounds = new Map([...roundsOf(deps, log)].map(([url, round]) => [url, withoutOverlap(round)]))
  const startDue = async () => {
    const due = await deps.db.query<{ url: string }>(findDueEndpoints, [[...rounds.keys()]])
    // Not awaited: an endpoint that does not answer must not delay the next question.
    for (const { url } of due) background.start('transactions of an endpoint could not be monitored', rounds.get(url)!)
  }
  const failure = 'transactions could not be monitored'
  background.repeat(INTERVAL, failure, withoutOverlap(startDue))
  background.repeat(
    REMOVAL_INTERVAL,
    failure,
    withoutOverlap(() => removeAbandoned(deps)),
  )
}
