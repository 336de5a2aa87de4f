import type { Context } from '../../handler.ts'
import type { AvatarSource } from '../avatars/source.ts'
import type { VerifiedIdentity } from '../identities/identity.ts'
import type { BoundPurpose } from './purpose.ts'
import type { LoginApp } from '../apps/login-apps.ts'
import type { Reusable } from './reusable.ts'
import type { LoginNeeds } from './needs.ts'

/** The result of a verified credential. */
export interface VerifiedCredential {
  identity: VerifiedIdentity
  /** An older form of the subject, which an imported user may have. */
  formerSubject?: string | undefined
  displayName?: string | null
  picture?: AvatarSource | null
  /** Set for a replayable credential: it creates at most one account, and expires at this time. */
  opensOnce?: { secret: string; expiresAt: Date }
  /** Set for a replayable credential. */
  reusable?: Reusable
  /** Whether it logs in users that exist, and creates none. */
  knownOnly?: boolean
  /** Whether a new account counts against the caller's address, because identities of the method are free to create. */
  limited?: boolean
}

/** Verifies a credential input for a purpose. Throws a Problem with the reason of a refusal. */
export type VerifyCredential<I> = (
  deps: LoginNeeds,
  app: LoginApp,
  input: I,
  context: Context,
  bound: BoundPurpose,
) => Promise<VerifiedCredential>
