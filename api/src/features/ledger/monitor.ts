import { type Network, networks } from '@openauth/client'
import type { Context } from '../../auth.ts'
import type { TransactionModel } from '../../db.ts'
import type { Deps } from '../../deps.ts'
import { monitorEthereum } from '../ethereum/monitor.ts'
import { monitorSolana } from '../solana/monitor.ts'
import { monitorVara } from '../vara/monitor.ts'
import type { RpcOf } from '../wallets/nodes.ts'

/** Asks a chain what became of one transaction, notes it, and sends the same bytes again where that may help. */
export type Monitor<R> = (deps: MonitorDeps, rpc: R, row: SignedRow) => Promise<void>

export type MonitorDeps = Pick<Deps, 'db' | 'nodes' | 'signer'>

/** A row whose signature and bytes are there. */
export type SignedRow = TransactionModel & { signature: string; signed: Uint8Array<ArrayBuffer> }

/** Milliseconds between two rounds. */
const EVERY = 1000
/** Transactions of one endpoint in a round; and so many of them at the same time. */
const AT_A_TIME = 100
const PARALLEL = 10
/** A row that was never signed is of a call that has ended, with its server perhaps: nothing was sent. Milliseconds. */
const ABANDONED_AFTER = 120_000

/**
 * Takes the rows of an endpoint whose turn it is and says when their next turn is: after two seconds at first, later
 * after a tenth of their age, at most two minutes. Of several instances one takes a row; one that dies with it leaves it
 * for the next turn.
 */
const claimDue = async ({ db }: MonitorDeps, rpcUrl: string): Promise<SignedRow[]> => {
  const claimed = await db.prisma.$queryRaw<{ id: string }[]>`
    UPDATE "Transaction" SET "checkAt" =
      now() + LEAST(GREATEST((now() - "createdAt") / 10, interval '2 seconds'), interval '2 minutes')
    WHERE id IN (
      SELECT id FROM "Transaction"
      WHERE "rpcUrl" = ${rpcUrl} AND "settledAt" IS NULL AND signed IS NOT NULL AND "checkAt" <= now()
      ORDER BY "checkAt" LIMIT ${AT_A_TIME} FOR UPDATE SKIP LOCKED)
    RETURNING id`
  if (claimed.length === 0) return []
  // The lowest nonce first: what is behind it waits for it.
  const rows = await db.prisma.transaction.findMany({
    where: { id: { in: claimed.map(({ id }) => id) } },
    orderBy: [{ nonce: 'asc' }, { createdAt: 'asc' }],
  })
  return rows.filter((row): row is SignedRow => row.signed !== null && row.signature !== null)
}

const monitorOf = <N extends Network>(network: N): Monitor<RpcOf<N>> => {
  const monitor = network === 'solana' ? monitorSolana : network === 'vara' ? monitorVara : monitorEthereum
  return monitor as unknown as Monitor<RpcOf<N>>
}

/** One round over what is due at one endpoint. Every instance may do it: the same bytes move nothing twice. */
const monitorEndpoint = async <N extends Network>(
  deps: MonitorDeps,
  { network, url, rpc }: { network: N; url: string; rpc: RpcOf<N> },
  log: Context['log'],
): Promise<void> => {
  const monitor = monitorOf(network)
  const rows = await claimDue(deps, url)
  const one = (row: SignedRow) =>
    monitor(deps, rpc, row).catch((err: unknown) =>
      log.debug({ err, id: row.id }, 'a transaction could not be followed'),
    )
  for (let start = 0; start < rows.length; start += PARALLEL)
    await Promise.all(rows.slice(start, start + PARALLEL).map(one))
}

/** Removes what was written down and never signed. */
const removeAbandoned = async ({ db }: MonitorDeps): Promise<void> => {
  const createdAt = { lt: new Date(Date.now() - ABANDONED_AFTER) }
  await db.prisma.transaction.deleteMany({ where: { status: 'created', signed: null, createdAt } })
}

/** Does the work now and then until stopped. Rounds do not overlap, and a failed one is made up for by the next. */
const regularly = (work: () => Promise<void>, log: Context['log'], every = EVERY): (() => void) => {
  let running = false
  const round = async () => {
    if (running) return
    running = true
    await work()
      .catch((err: unknown) => log.warn({ err }, 'transactions could not be followed'))
      .finally(() => (running = false))
  }
  const timer = setInterval(() => void round(), every)
  timer.unref()
  return () => clearInterval(timer)
}

/**
 * Follows every send until stopped. Each endpoint has its own rounds, so that one that hangs delays no other. What went
 * through an endpoint that is off the list now waits until the operator puts it back.
 */
export const startMonitor = (deps: MonitorDeps, log: Context['log']): (() => void) => {
  const stops = networks.flatMap((network) =>
    [...deps.nodes[network]].map(([url, rpc]) =>
      regularly(() => monitorEndpoint(deps, { network, url, rpc }, log), log),
    ),
  )
  stops.push(regularly(() => removeAbandoned(deps), log, 30_000))
  return () => stops.forEach((stop) => stop())
}
