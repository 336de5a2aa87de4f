import type { LoginMethod } from '@openauth/client'
import type { Context } from '../../handler.ts'
import type { Database, Statement } from '../../db.ts'
import { countFailedLogin } from './login-counts.ts'

/** How long counts wait in memory, in milliseconds: what a crash loses at most. */
const FLUSH_AFTER = 1000

const add: Statement = {
  name: 'failed-logins',
  text: `
    INSERT INTO "StatisticDelta" ("appId", kind, key, at, count)
    SELECT "appId", 'failedLogins', method, date_trunc('hour', at, 'UTC'), count
    FROM unnest($1::uuid[], $2::text[], $3::timestamptz[], $4::int[]) AS failed ("appId", method, at, count)`,
}

interface Count {
  appId: string
  method: LoginMethod
  /** The beginning of an hour. */
  at: Date
  count: number
}

export interface FailedLogins {
  /** Runs a login of an existing app by an enabled method, and counts it as failed if it throws. */
  watch: <T>(appId: string, method: LoginMethod, login: () => Promise<T>) => Promise<T>
  /** Writes what waits in memory. */
  flush: () => Promise<void>
  /** Does the same for the last time: no write follows it. */
  close: () => Promise<void>
}

/** Milliseconds. */
const HOUR = 3_600_000

/**
 * Counts failed logins, which leave no rows: in memory, written once a second and when the server stops. A guesser of
 * passwords therefore causes one row a second, and a killed server loses the counts of its last second.
 */
export const createFailedLogins = (db: Database, log: Context['log']): FailedLogins => {
  const waiting = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()
  let isClosed = false

  const addCount = (appId: string, method: LoginMethod, at: Date, more: number): void => {
    const key = `${appId} ${method} ${at.getTime()}`
    const count = (waiting.get(key)?.count ?? 0) + more
    waiting.set(key, { appId, method, at, count })
    if (!isClosed) timer ??= setTimeout(() => void flush(), FLUSH_AFTER).unref()
  }

  const write = async (): Promise<void> => {
    const counts = [...waiting.values()]
    if (counts.length === 0) return
    waiting.clear()
    const column = <K extends keyof Count>(name: K) => counts.map((each) => each[name])
    await db.query(add, [column('appId'), column('method'), column('at'), column('count')]).catch((err: unknown) => {
      log.warn({ err }, 'failed logins were not counted yet')
      for (const { appId, method, at, count } of counts) addCount(appId, method, at, count)
    })
  }

  /** One write at a time, so that closing waits for one that runs. */
  const flush = (): Promise<void> => {
    clearTimeout(timer)
    timer = undefined
    writing = writing.then(write)
    return writing
  }

  return {
    watch: async (appId, method, login) => {
      try {
        return await login()
      } catch (error) {
        countFailedLogin(method, error)
        addCount(appId, method, new Date(Math.floor(Date.now() / HOUR) * HOUR), 1)
        throw error
      }
    },
    flush,
    close: () => {
      isClosed = true
      return flush()
    },
  }
}
