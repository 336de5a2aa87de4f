import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

/**
 * The time between a request to stop and the end, in which the server still answers: a load balancer needs it to see that `/readyz` is 503,
 * and to send requests elsewhere before connections are refused.
 */
export interface Drain {
  hasBegun: () => boolean
  /** Lasts as many milliseconds, or until `signal` is aborted. */
  run: (time: number, signal: AbortSignal) => Promise<void>
}

export const createDrain = (): Drain => {
  let hasBegun = false
  return {
    hasBegun: () => hasBegun,
    run: async (time, signal) => {
      hasBegun = true
      await pause(time, undefined, { signal }).catch(() => {})
    },
  }
}

/** While it drains, each answer is the last one of its connection: a kept one would be closed under the next request. */
export const closeDrained = (app: FastifyInstance, drain: Drain): void => {
  app.addHook('onSend', (_, reply, payload, done) => {
    if (drain.hasBegun()) void reply.header('connection', 'close')
    done(null, payload)
  })
}
