import type { ErrorCode, LoginMethod } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Database, Statement } from '../../db.ts'
import { Problem } from '../../errors.ts'
import { createLargeCache } from '../../lib/large-cache.ts'
import { countLogin } from './login-counts.ts'

/** How often equal outcomes of an app's method are written. Milliseconds. */
const INTERVAL = 60_000

/** Refusals that concern the method and not what a person entered. */
const failures: readonly ErrorCode[] = [
  ...(['provider_unavailable', 'provider_misconfigured', 'method_not_configured', 'mail_unavailable'] as const),
]

const success: Statement = {
  name: 'login-succeeded',
  text: `
    INSERT INTO "LoginOutcome" ("appId", method, "succeededAt") VALUES ($1, $2, now())
    ON CONFLICT ("appId", method) DO UPDATE SET "succeededAt" = excluded."succeededAt"`,
}

const failure: Statement = {
  name: 'login-failed',
  text: `
    INSERT INTO "LoginOutcome" ("appId", method, "failedAt", failure) VALUES ($1, $2, now(), $3)
    ON CONFLICT ("appId", method) DO UPDATE SET "failedAt" = excluded."failedAt", failure = excluded.failure`,
}

/** Records whether logins by a method work, so that operators see it. A failure to record is logged and fails no login. */
export interface LoginOutcomes {
  succeeded: (appId: string, method: LoginMethod) => Promise<void>
  /** Awaits a step of a login and records its failure, if the method is what failed. */
  watch: <T>(appId: string, method: LoginMethod, step: Promise<T>) => Promise<T>
}

/** Writes an outcome when it differs from the one before, and equal ones once a minute. */
export const createLoginOutcomes = (db: Pick<Database, 'query'>, log: Context['log']): LoginOutcomes => {
  const written = createLargeCache<string>(10_000, INTERVAL)

  const write = async (appId: string, method: LoginMethod, code?: ErrorCode): Promise<void> => {
    const key = `${appId} ${method}`
    if (written.get(key) === (code ?? 'ok')) return
    written.set(key, code ?? 'ok')
    const work = code ? db.query(failure, [appId, method, code]) : db.query(success, [appId, method])
    await work.catch((err: unknown) => {
      written.delete(key)
      log.warn({ err }, 'the outcome of a login was not recorded')
    })
  }

  return {
    succeeded: (appId, method) => {
      countLogin(method)
      return write(appId, method)
    },
    watch: async (appId, method, step) => {
      try {
        return await step
      } catch (error) {
        if (error instanceof Problem && failures.includes(error.code)) await write(appId, method, error.code)
        throw error
      }
    },
  }
}
