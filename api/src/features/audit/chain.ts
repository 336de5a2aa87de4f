import { type ChainSigner, type Position, signerOf } from '@openauth/audit-chain'
import type { AuditSettings } from '../../audit-settings.ts'
import type { Database } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import { createFairQueue } from '../../lib/fair-queue.ts'
import type { ServerLife } from '../../resources.ts'
import { addLinks } from './add-links.ts'
import { inSnapshot, lastLink, readCheckpoint } from './chain-rows.ts'
import { extractBatch, type ExtractFilters } from './extract.ts'
import { removeExpired } from './remove-expired.ts'
import type { Destination } from './forward/destination.ts'
import { destinationsOf, forwardTo } from './forward/forward.ts'
import { hasPosition, type VerifiedBatch, verifyBatch } from './verify-chain.ts'

/** How often lines are chained, in milliseconds. */
const INTERVAL = 1000

export interface ChainNeeds {
  db: Pick<Database, 'pool'>
  /** 32 bytes that only servers of this installation know. The caller zeroes them. */
  seed: () => Promise<Uint8Array>
  /** Changes where a restore replaces the data. */
  dataVersion: () => Promise<string | null>
  log: ServerLife['log']
  settings: Pick<AuditSettings, 'auditSyslog' | 'auditFile'>
}

/** The signer, once its key was opened; a failure is not kept. */
const createSigner = (seed: ChainNeeds['seed']) => {
  let opened: Promise<ChainSigner> | undefined
  const open = async () => {
    const bytes = await seed()
    try {
      return signerOf(bytes)
    } finally {
      bytes.fill(0)
    }
  }
  return () =>
    (opened ??= open().catch((error: unknown) => {
      opened = undefined
      throw error
    }))
}

/** Work whose runs do not overlap: a second call awaits the first. */
const once = (work: (signal?: AbortSignal) => Promise<void>) => {
  let running: Promise<void> | undefined
  return (signal?: AbortSignal): Promise<void> =>
    (running ??= work(signal).finally(() => {
      running = undefined
    }))
}

/** Milliseconds. */
const LONGEST_PAUSE = 60_000

/** Work that pauses after a failure, twice as long after each: a receiver may be away for days. A clock that is set back lengthens no pause. */
const patiently = (work: (signal?: AbortSignal) => Promise<void>) => {
  let pause = INTERVAL
  let until = 0
  return async (signal?: AbortSignal): Promise<void> => {
    if (performance.now() < until) return
    try {
      await work(signal)
      pause = INTERVAL
    } catch (error) {
      pause = Math.min(pause * 2, LONGEST_PAUSE)
      until = performance.now() + pause
      throw error
    }
  }
}

/**
 * The end of the chain as this server saw it last. It is kept in memory, where nobody who writes to the database reaches it, so that a
 * chain that was cut off behind the back of the servers is noticed.
 */
const createWatch = ({ db, log, dataVersion }: Omit<ChainNeeds, 'seed' | 'settings'>) => {
  let seen: Position | undefined
  let lost: Position | undefined
  let version: string | null = null
  return {
    note: async (end: Position | undefined) => {
      // A restore has replaced the data; the server is about to read them anew.
      if (seen && version !== (await dataVersion())) seen = undefined
      if (seen && !lost && !(await hasPosition(db.pool, seen))) {
        lost = seen
        const { seq, hash } = lost
        log.error({ seq, hash }, 'the audit trail was cut off or replaced: its chain no longer has this link')
      }
      const last = end ?? (await lastLink(db.pool))
      if (last && !seen) version = await dataVersion()
      seen = last ? { seq: last.seq, hash: last.hash } : seen
    },
    /** The position that the chain must have. */
    expected: () => lost ?? seen,
  }
}

const describe = async (db: ChainNeeds['db'], key: string) => {
  const [head, checkpoint] = [await lastLink(db.pool), await readCheckpoint(db.pool)]
  const { rows } = await db.pool.query<{ since: Date | null; pending: number; restored: number }>(
    `SELECT (SELECT "chainedAt" FROM "AuditLink" ORDER BY seq LIMIT 1) AS since,
       (SELECT count(*)::float8 FROM "AuditPending") AS pending,
       (SELECT count(*)::float8 FROM "AuditEvent" WHERE "restoredAt" IS NOT NULL) AS restored`,
  )
  return {
    key,
    ...rows[0]!,
    lines: Math.max(0, (head?.seq ?? 0) - (checkpoint?.seq ?? 0)),
    head: head ? { ...head, chainedAt: new Date(head.chainedAt) } : null,
    checkpoint: checkpoint ? { ...checkpoint, at: new Date(checkpoint.at) } : null,
  }
}

/** Batches that are read at a time: each holds a connection and, for its hashes and signatures, the processor. The others wait. */
const READ_AT_ONCE = { concurrency: 2, perCaller: 20, total: 200 }

/** The chain of the audit trail: adds links, verifies, extracts, and removes what has expired. */
export const createAuditChain = ({ db, seed, settings, ...needs }: ChainNeeds) => {
  const signer = createSigner(seed)
  const watch = createWatch({ db, ...needs })
  const destinations = destinationsOf(settings)
  const inTurn = createFairQueue(READ_AT_ONCE)

  const addOnce = once(async (signal) => watch.note(await addLinks(db, await signer(), signal)))
  const forward = async (destination: Destination, signal?: AbortSignal): Promise<void> =>
    forwardTo(db, (await signer()).key, destination, signal)

  return {
    /** Chains all lines that wait for it. */
    addLinks: addOnce,
    start: (background: BackgroundWork): void => {
      background.repeat(INTERVAL, 'lines of the audit trail were not chained', addOnce)
      for (const each of destinations) {
        const send = once(patiently((signal) => forward(each, signal)))
        background.repeat(INTERVAL, `the audit trail was not sent to ${each.name}`, send)
      }
    },
    /** Sends to every destination what it does not have yet. */
    forward: async (): Promise<void> => {
      for (const each of destinations) await forward(each)
    },
    describe: async () => describe(db, (await signer()).key),
    /** Throws QueueFullError, by the batches that `caller` asks for at once. */
    verify: async (
      caller: string,
      batch: { after: number | undefined; limit: number; head: Position | undefined },
    ): Promise<VerifiedBatch> => {
      const heads = [batch.head, watch.expected()].filter((head) => head !== undefined)
      const opened = await signer()
      return inTurn(caller, () => inSnapshot(db, (client) => verifyBatch(client, { ...batch, signer: opened, heads })))
    },
    /** Throws QueueFullError, likewise. */
    extract: async (caller: string, filters: ExtractFilters, batch: { after: number | undefined; limit: number }) => ({
      key: (await signer()).key,
      ...(await inTurn(caller, () => inSnapshot(db, (client) => extractBatch(client, filters, batch)))),
    }),
    removeExpired: async (before: Date, signal?: AbortSignal): Promise<void> => {
      await addOnce(signal)
      await removeExpired(db, await signer(), before, signal)
    },
  }
}

export type AuditChain = ReturnType<typeof createAuditChain>
