import * as z from 'zod'
import { type Rule, url, wholeNumber } from './parse-environment.ts'

const address = url(/^postgres(ql)?$/, 'postgresql://user:password@host:5432/openauth').optional()

/** The variables of the database. */
export const databaseVariables = {
  DATABASE_URL: address,
  OPENAUTH_DATABASE_DIRECT_URL: address,
  OPENAUTH_DATABASE_POOL: wholeNumber(1, 500).default(10),
  OPENAUTH_DATABASE_WAIT: wholeNumber(1, 120).default(5),
}

type DatabaseVariables = z.output<z.ZodObject<typeof databaseVariables>>

export const requireDatabaseUrl: Rule<DatabaseVariables> = (env, reportProblem) => {
  if (env.OPENAUTH_DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    reportProblem('DATABASE_URL', 'must be set, since OPENAUTH_DATABASE_DIRECT_URL is')
}

export interface DatabaseSettings {
  /** Undefined: the embedded PostgreSQL in the data directory. */
  databaseUrl: string | undefined
  /** PostgreSQL itself, if `databaseUrl` is a pooler in front of it. */
  databaseDirectUrl: string | undefined
  /** Maximum connections to the database. */
  databasePool: number
  /** How long a request waits for one of them, in seconds. */
  databaseWait: number
}

export const databaseSettingsOf = (env: DatabaseVariables): DatabaseSettings => ({
  databaseUrl: env.DATABASE_URL,
  databaseDirectUrl: env.OPENAUTH_DATABASE_DIRECT_URL,
  databasePool: env.OPENAUTH_DATABASE_POOL,
  databaseWait: env.OPENAUTH_DATABASE_WAIT,
})
