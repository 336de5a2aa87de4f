import type { RedirectProvider } from '@openauth/client'
import type { Settings } from './env.ts'
import type { Database } from './db.ts'
import type { Custody, WalletSigner } from './custody/index.ts'
import type { AttemptCounters } from './lib/attempt-counters.ts'
import type { Mailer } from './lib/mail.ts'
import type { Outbound } from './lib/outbound.ts'
import type { FindPlace } from './lib/places.ts'
import type { Prices } from './lib/prices.ts'
import type { OAuthProviderClient } from './lib/providers/types.ts'
import type { Tokens } from './lib/tokens.ts'
import type { Context } from './handler.ts'
import type { RedisConnection } from './redis.ts'
import type { JobControl } from './jobs.ts'

/** The opened resources of the server, passed down from main. */
export interface Resources {
  settings: Settings
  db: Database
  /** All operations that need a key-encryption key, in this process or in the signer process. */
  keys: Custody
  /** Operations with wallet keys; part of `keys`. */
  signer: WalletSigner
  attempts: AttemptCounters
  /** Finds the place of an IP address. Without a GeoIP file it finds none. */
  findPlace: FindPlace
  /** Undefined without Redis. */
  redis:
    | (Pick<RedisConnection, 'client' | 'isReachable'> & {
        /** Tells apart installations that share a Redis. */
        installation: string
      })
    | undefined
}

/**
 * All that a server is made of and that knows no feature. A feature picks what it needs; what it needs of other features
 * it names beside.
 */
export interface Platform extends Resources {
  tokens: Tokens
  /** Undefined if this server cannot send mail. */
  mailer: Mailer | undefined
  /** Calls to providers and chains. */
  outbound: Outbound
  /** Calls to addresses that operators enter, and that documents of strangers name. */
  guardedOutbound: Outbound
  providers: Record<RedirectProvider, OAuthProviderClient>
  prices: Prices
  jobs: JobControl
  /** How many jobs of each kind failed for good in the last day; empty while the queues are not open. */
  failedJobs: () => Promise<Record<string, number>>
  /** The present time in milliseconds since the epoch. */
  clock: () => number
}

/** The life of a server, for what a feature opens. */
export interface ServerLife {
  log: Context['log']
  /** What is opened last is closed first. */
  onClose: (close: () => Promise<void>) => void
}
