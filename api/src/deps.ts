import type { Settings } from './env.ts'
import type { Database } from './db.ts'
import type { Custody } from './lib/custody/custody.ts'
import type { WalletSigner } from './lib/custody/wallet-signer.ts'
import type { Limits } from './lib/limits.ts'
import type { Mailer } from './lib/mail.ts'
import type { Outbound } from './lib/outbound.ts'
import type { OAuthProvider, OAuthProviderClient } from './lib/providers/types.ts'
import type { Tokens } from './lib/tokens.ts'
import type { RedisConnection } from './redis.ts'
import type { Sessions } from './features/account/sessions.ts'
import type { Notices } from './features/account-changes/notices.ts'
import type { Avatars } from './features/avatars/avatars.ts'
import type { LoginApps } from './features/login/login-apps.ts'
import type { Nodes } from './features/wallets/nodes.ts'
import type { TokenKeySet } from './features/signing-keys/token-keys.ts'

/** What the server is built from, opened in main and handed down. */
export interface Resources {
  settings: Settings
  db: Database
  /** Everything that needs a key-encryption key, here or in the signer process. */
  keys: Custody
  /** What is done with wallets' keys: those of `keys`. */
  signer: WalletSigner
  limits: Limits
  /** Undefined where none is set. */
  redis: Pick<RedisConnection, 'isReachable'> | undefined
}

/** What handlers may use. */
export interface Deps extends Resources {
  tokenKeys: TokenKeySet
  tokens: Tokens
  sessions: Sessions
  loginApps: LoginApps
  avatars: Avatars
  notices: Notices
  /** Undefined where this server can send no mail. */
  mailer: Mailer | undefined
  /** Calls to providers and chains. */
  outbound: Outbound
  providers: Record<OAuthProvider, OAuthProviderClient>
  /** The chains' nodes. */
  nodes: Nodes
}
