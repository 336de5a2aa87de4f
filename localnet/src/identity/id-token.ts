import { createHash } from 'node:crypto'
import type { RedirectProvider } from '@openauth/client'
import type { JWTPayload } from 'jose'
import { sign, type Signature } from './keys.ts'
import type { State } from './model.ts'

/** The changes that a test makes to an identity token. */
export interface TokenChanges {
  /** Claims to set; undefined removes one. */
  overrides?: Record<string, unknown>
  signature?: Signature
}

/** OpenID Connect Core 1.0, section 3.1.3.6. */
export const leftHalfHash = (value: string): string =>
  createHash('sha256').update(value).digest().subarray(0, 16).toString('base64url')

/**
 * An ID token of the claims, signed by the provider's newest key. `overrides` replace claims, `signature` makes it
 * wrong.
 */
export const identityToken = (
  state: State,
  provider: RedirectProvider,
  claims: JWTPayload,
  { overrides, signature }: TokenChanges,
): Promise<string> => sign(state.keys[provider], { ...claims, ...overrides }, signature)
