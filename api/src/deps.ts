import type { Settings } from './env.ts'
import type { Database } from './db.ts'
import type { KeyService } from './lib/custody/key-service.ts'
import type { Limits } from './lib/limits.ts'
import type { Tokens } from './lib/tokens.ts'
import type { Sessions } from './features/account/sessions.ts'
import type { TokenKeySet } from './features/signing-keys/token-keys.ts'

/** What the server is built from, opened in main and handed down. */
export interface Resources {
  settings: Settings
  db: Database
  keys: KeyService
  limits: Limits
}

/** What handlers may use. */
export interface Deps extends Resources {
  tokenKeys: TokenKeySet
  tokens: Tokens
  sessions: Sessions
}
