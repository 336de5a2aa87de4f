import type { Context } from '../../auth.ts'
import type { Deps } from '../../deps.ts'
import type { AvatarSource } from '../avatars/source.ts'
import type { VerifiedIdentity } from '../users/identity.ts'
import type { LoginApp } from './login-apps.ts'

/** What a method proved of whoever calls. */
export interface VerifiedCredential {
  identity: VerifiedIdentity
  /** An older form of the same subject, under which an imported user may still stand. */
  formerSubject?: string | undefined
  displayName?: string | null
  picture?: AvatarSource | null
  /** A proof that can be shown again: it opens one account at most, and is worth nothing after this moment. */
  opensOnce?: { secret: string; expiresAt: Date }
  /** Whether a new account by this method counts against the caller's address: where identities cost nothing to make. */
  limited?: boolean
}

/** Checks what a caller shows; throws a Problem that says why it proves nothing. */
export type VerifyCredential<I> = (deps: Deps, app: LoginApp, input: I, context: Context) => Promise<VerifiedCredential>
