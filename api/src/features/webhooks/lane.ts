import { setTimeout as sleep } from 'node:timers/promises'
import type { Context } from '../../handler.ts'
import type { WebhookModel } from '../../db.ts'
import type { Platform } from '../../resources.ts'
import { cachedFor } from '../../lib/cached-for.ts'
import type { GuardedPost } from '../../lib/guarded-post.ts'
import { attemptDelivery } from './attempt.ts'
import { type Claimed, claimDeliveries } from './claim.ts'
import { recordHealth } from './endpoint-health.ts'
import { openSecrets } from './secrets.ts'
import { settleAttempt } from './settle.ts'

export interface LaneNeeds extends Pick<Platform, 'db' | 'keys'> {
  post: GuardedPost
  log: Context['log']
}

/** An endpoint as it was read last. */
export type Endpoint = Pick<
  WebhookModel,
  | 'id'
  | 'appId'
  | 'url'
  | 'orderedByUser'
  | 'sealedSecret'
  | 'sealedPrevious'
  | 'previousUntil'
  | 'failingSince'
  | 'updatedAt'
>

/** Attempts of one endpoint at a time, on this server. */
const CONCURRENCY = 32
/** The same of an endpoint whose last attempt failed: it gets probes, and dead ones hold few connections. */
const PROBES = 2
/** How long opened secrets are used: longer than bursts, shorter than anybody waits for a rotation. Milliseconds. */
const SECRETS_FOR = 1000

export interface Lane {
  /** Sends what is due, as far as there is room. */
  pump: (endpoint: Endpoint) => void
  /** Whether nothing is under way. */
  isIdle: () => boolean
  /** Resolves when what is under way has ended. */
  settled: () => Promise<void>
}

/** How many deliveries to claim now, while so many run. Not one by one: a claim costs as much as some deliveries. */
const roomFor = ({ failingSince }: Pick<Endpoint, 'failingSince'>, running: number): number => {
  const free = (failingSince ? PROBES : CONCURRENCY) - running
  return running > 0 && free < PROBES ? 0 : free
}

/** The deliveries of one endpoint, which wait for no other endpoint's. */
export const createLane = (deps: LaneNeeds, stopping: AbortSignal): Lane => {
  const { db, post, log } = deps
  const running = new Set<Promise<void>>()
  let endpoint: Endpoint
  let isClaiming = false
  /** Whether the last claim found as much as it wanted. */
  let mayHaveMore = false
  const secrets = cachedFor(SECRETS_FOR, () => openSecrets(db.prisma, deps, endpoint, Date.now()))

  const deliver = async (claimed: Claimed): Promise<void> => {
    const at = endpoint
    const attempted = await attemptDelivery(post, at, claimed, await secrets())
    await settleAttempt(db, claimed, attempted)
    if (attempted.isDelivered && !at.failingSince) return
    if (await recordHealth(deps, at, attempted)) log.warn({ webhook: at.id }, 'a webhook endpoint was switched off')
    endpoint = { ...endpoint, failingSince: attempted.isDelivered ? null : (endpoint.failingSince ?? new Date()) }
  }

  const start = (claimed: Claimed): void => {
    const run: Promise<void> = deliver(claimed)
      .catch((err: unknown) => log.warn({ err, delivery: claimed.id }, 'a webhook delivery was not completed'))
      .finally(() => {
        running.delete(run)
        if (mayHaveMore || endpoint.orderedByUser) void claim()
      })
    running.add(run)
  }

  const claim = async (): Promise<void> => {
    if (isClaiming || stopping.aborted) return
    isClaiming = true
    try {
      for (;;) {
        const free = roomFor(endpoint, running.size)
        if (free === 0) break
        const { claimed, looked } = await claimDeliveries(db, endpoint, free)
        claimed.forEach(start)
        mayHaveMore = looked === free
        if (!mayHaveMore) break
      }
    } catch (err) {
      mayHaveMore = false
      if (!stopping.aborted) log.warn({ err, webhook: endpoint.id }, 'webhook deliveries could not be claimed')
    } finally {
      isClaiming = false
    }
  }

  return {
    pump: (read) => {
      endpoint = read
      void claim()
    },
    isIdle: () => running.size === 0 && !isClaiming,
    settled: async () => {
      while (isClaiming) await sleep(5)
      await Promise.allSettled(running)
    },
  }
}
