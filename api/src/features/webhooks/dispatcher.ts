import { setTimeout as sleep } from 'node:timers/promises'
import type { Statement } from '../../db.ts'
import type { BackgroundWork } from '../../lib/background-work.ts'
import { createLane, type Endpoint, type Lane, type LaneNeeds } from './lane.ts'

/** How often the outbox is looked at while any endpoint is on. Milliseconds. */
const INTERVAL = 50
/** The same while none is on, and after a failure. */
const IDLE_INTERVAL = 1000
/** The share of a server's time that looking may take: after a slow look it waits this many times as long. */
const RESTS = 10

const findDue: Statement = {
  name: 'webhooks-due',
  text: `
    SELECT w.id, w."appId", w.url, w."orderedByUser", w."sealedSecret", w."sealedPrevious", w."previousUntil", w."failingSince",
      w."updatedAt"
    FROM "Webhook" w JOIN "App" a ON a.id = w."appId" AND a."deletedAt" IS NULL
    WHERE w.enabled AND EXISTS (
      SELECT 1 FROM "WebhookDelivery" d WHERE d."webhookId" = w.id AND d.status = 'pending' AND d."dueAt" <= now())`,
}

const findAny: Statement = {
  name: 'webhooks-any',
  text: `SELECT EXISTS (SELECT FROM "Webhook" WHERE enabled) AS found`,
}

/** Milliseconds until the next look. */
type Round = () => Promise<number>

const createRound = (deps: LaneNeeds, lanes: Map<string, Lane>, stopping: AbortSignal): Round => {
  const { db } = deps
  let checkedAt = -Infinity
  let hasAny = false

  /** Whether an endpoint is on, at most a second old. */
  const hasEndpoints = async (foundDue: boolean): Promise<boolean> => {
    if (!foundDue && performance.now() - checkedAt < IDLE_INTERVAL) return hasAny
    checkedAt = performance.now()
    hasAny = foundDue || ((await db.query<{ found: boolean }>(findAny, []))[0]?.found ?? false)
    return hasAny
  }

  return async () => {
    const begun = performance.now()
    const due = await db.query<Endpoint & Record<string, unknown>>(findDue, [])
    const took = performance.now() - begun
    for (const [id, lane] of lanes) if (lane.isIdle()) lanes.delete(id)
    for (const endpoint of due) {
      const lane = lanes.get(endpoint.id) ?? createLane(deps, stopping)
      lanes.set(endpoint.id, lane)
      lane.pump(endpoint)
    }
    return (await hasEndpoints(due.length > 0)) ? Math.max(INTERVAL, RESTS * took) : IDLE_INTERVAL
  }
}

/**
 * Sends what is in the outbox. Every server looks at it all the time, and several share what is due. Looking is cheaper than notices by
 * NOTIFY, which make the commits of all events wait for each other.
 */
export const startWebhooks = (background: BackgroundWork, deps: LaneNeeds): void => {
  background.start('webhooks are no longer sent', async (signal) => {
    const lanes = new Map<string, Lane>()
    const round = createRound(deps, lanes, signal)
    let isFailing = false
    while (!signal.aborted) {
      let pause = IDLE_INTERVAL
      try {
        pause = await round()
        isFailing = false
      } catch (err) {
        if (!isFailing) deps.log.warn({ err }, 'the outbox of webhooks could not be read')
        isFailing = true
      }
      await sleep(pause, undefined, { signal, ref: false }).catch(() => {})
    }
    await Promise.all([...lanes.values()].map((lane) => lane.settled()))
  })
}
