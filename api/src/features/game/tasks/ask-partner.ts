import { LRUCache } from 'lru-cache'
import * as z from 'zod'
import { createFairQueue, type FairQueue } from '../../../lib/fair-queue.ts'
import { FetchFailedError, FetchRefusedError, safeFetch } from '../../../lib/safe-fetch.ts'
import { checkFailed, misconfigured } from './failures.ts'
import type { PlayerCheck } from './kind.ts'
import { openSecrets } from './secrets.ts'
import { signatureHeader } from './signature.ts'

/** Milliseconds, for the whole call. */
const TIMEOUT = 5000
/** Bytes of an answer. */
const MAX_BYTES = 4096

const Answer = z.object({ completed: z.boolean() })

/** One queue for each app, so that a slow partner holds up its own players only. */
const queues = new LRUCache<string, FairQueue>({ max: 1000 })
const queueOf = (appId: string): FairQueue => {
  const known = queues.get(appId) ?? createFairQueue({ concurrency: 8, perCaller: 2, total: 100 })
  queues.set(appId, known)
  return known
}

const bodyOf = ({ player, task, startedAt, since }: PlayerCheck<'webhook'>): string =>
  JSON.stringify({
    taskId: task.id,
    appId: player.appId,
    userId: player.userId,
    startedAt,
    ...(task.repeat === 'daily' ? { day: new Date(since).toISOString().slice(0, 10) } : {}),
  })

const post = async (context: PlayerCheck<'webhook'>): Promise<Buffer> => {
  const { deps, task, account, check } = context
  const body = bodyOf(context)
  const secrets = await openSecrets(deps, task, account.now)
  const headers = {
    'content-type': 'application/json',
    accept: 'application/json',
    'openauth-signature': signatureHeader(secrets, body, Math.floor(account.now / 1000)),
  }
  const limits = { allow: deps.settings.outboundAllow, maxBytes: MAX_BYTES, timeoutMs: TIMEOUT }
  return safeFetch(check.url, { ...limits, post: { body, headers } })
}

const read = (answer: Buffer): boolean | undefined => {
  try {
    return Answer.parse(JSON.parse(answer.toString())).completed
  } catch {
    return undefined
  }
}

/**
 * Asks the partner's endpoint whether a player has done a task. Redirects are not followed, private addresses not reached. Throws
 * `task_check_failed` for a partner that does not answer, and `task_misconfigured` for an address or an answer that will not do.
 */
export const askPartner = async (context: PlayerCheck<'webhook'>): Promise<boolean> => {
  try {
    const answer = await queueOf(context.player.appId)(context.player.userId, () => post(context))
    const completed = read(answer)
    if (completed === undefined) throw new FetchRefusedError('The partner did not answer {"completed": true or false}')
    return completed
  } catch (error) {
    if (error instanceof FetchFailedError) throw checkFailed(context, error.message)
    if (error instanceof FetchRefusedError) throw misconfigured(context, error.message, 'the partner cannot be asked')
    throw error
  }
}
