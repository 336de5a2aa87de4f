import type { RedirectProvider } from '@openauth/client'
import type { Settings } from './env.ts'
import type { Database } from './db.ts'
import type { Custody, WalletSigner } from './custody/index.ts'
import type { AttemptCounters } from './lib/attempt-counters.ts'
import type { Mailer } from './lib/mail.ts'
import type { Outbound } from './lib/outbound.ts'
import type { LogTail } from './lib/log-tail.ts'
import type { FindPlace } from './lib/places.ts'
import type { Prices } from './lib/prices.ts'
import type { OidcConnections } from './features/oidc-connections/connections.ts'
import type { OAuthProviderClient } from './lib/providers/types.ts'
import type { Tokens } from './lib/tokens.ts'
import type { RedisConnection } from './redis.ts'
import type { Sessions } from './features/account/sessions.ts'
import type { JobControl } from './jobs.ts'
import type { Notices } from './features/account-changes/notices.ts'
import type { Avatars } from './features/avatars/avatars.ts'
import type { LoginApps } from './features/login/login-apps.ts'
import type { LoginOutcomes } from './features/login/outcomes.ts'
import type { Boards } from './features/game/boards/boards.ts'
import type { BoardWatch } from './features/game/boards/watch-boards.ts'
import type { SquadTotals } from './features/game/squads/totals.ts'
import type { PlayObserver } from './features/game/fair-play/observer.ts'
import type { LedgerWatch } from './features/game/watch-ledgers.ts'
import type { RulesCache } from './features/game/rules.ts'
import type { FailedLogins } from './features/statistics/failed-logins.ts'
import type { TokenNames } from './features/tokens/token-names.ts'
import type { NodeWatch } from './features/wallets/node-watch.ts'
import type { Nodes } from './features/wallets/nodes.ts'
import type { TokenKeySet } from './features/signing-keys/token-keys.ts'

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

/** Dependencies of handlers. */
export interface Deps extends Resources {
  /** The last lines of the log. Undefined where admins may not read it. */
  logTail: LogTail | undefined
  tokenKeys: TokenKeySet
  tokens: Tokens
  sessions: Sessions
  loginApps: LoginApps
  failedLogins: FailedLogins
  /** Whether logins by each method of an app work. */
  loginOutcomes: LoginOutcomes
  avatars: Avatars
  jobs: JobControl
  notices: Notices
  /** Undefined if this server cannot send mail. */
  mailer: Mailer | undefined
  /** Calls to providers and chains. */
  outbound: Outbound
  providers: Record<RedirectProvider, OAuthProviderClient>
  /** The connections of apps to OpenID providers. */
  oidc: OidcConnections
  /** The chains' nodes. */
  nodes: Nodes
  nodeWatch: NodeWatch
  /** How many jobs of each kind failed for good in the last day; empty while the queues are not open. */
  failedJobs: () => Promise<Record<string, number>>
  /** What tokens are called. */
  tokenNames: TokenNames
  /** The rules of each app's tap game. */
  gameRules: RulesCache
  /** Players by rings earned. */
  boards: Boards
  squadTotals: SquadTotals
  /** Which players' ledgers differ from their accounts. */
  ledgerWatch: LedgerWatch
  /** Whether boards say what the accounts say. */
  boardWatch: BoardWatch
  /** Notes how players play. */
  playObserver: PlayObserver
  /** The present time in milliseconds since the epoch. */
  clock: () => number
  prices: Prices
}
