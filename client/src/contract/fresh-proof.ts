import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { sentPassword } from './fields.ts'
import { type ProofMethod, proofs } from './proofs.ts'

const shown = <M extends ProofMethod>(method: M) => z.object({ method: z.literal(method), ...proofs[method] })

/** What the login call of a method takes, with the method's name: of an account that is bound to the user. */
export const FreshProof = z
  .discriminatedUnion('method', [
    shown('email'),
    shown('google'),
    shown('discord'),
    shown('tiktok'),
    shown('twitter'),
    shown('github'),
    shown('huggingface'),
    shown('apple'),
    shown('telegram'),
    shown('ethereum'),
    shown('solana'),
  ])
  .meta({ id: 'FreshProof' })
export type FreshProof = z.output<typeof FreshProof>

/**
 * What a call takes that a stolen session must not be enough for: nothing where the session's login is under five minutes
 * old, else the password, or the proof of a bound account.
 */
export const fresh = {
  password: sentPassword(0).optional(),
  proof: FreshProof.optional(),
}

export const freshRefusals: ErrorCode[] = [
  ...(['fresh_login_required', 'incorrect_password', 'no_password', 'account_mismatch', 'too_many_attempts'] as const),
]
