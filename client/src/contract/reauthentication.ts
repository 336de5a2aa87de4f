import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { sentPassword } from './fields.ts'
import { type ProofMethod, proofs } from './proofs.ts'

const proofOf = <M extends ProofMethod>(method: M) => z.object({ method: z.literal(method), ...proofs[method] })

/** What the login call of a method takes, with the method's name: of an account that is bound to the user. */
export const ReauthenticationProof = z
  .discriminatedUnion('method', [
    proofOf('email'),
    proofOf('google'),
    proofOf('discord'),
    proofOf('tiktok'),
    proofOf('twitter'),
    proofOf('github'),
    proofOf('huggingface'),
    proofOf('apple'),
    proofOf('telegram'),
    proofOf('ethereum'),
    proofOf('solana'),
  ])
  .meta({ id: 'FreshProof' })
export type ReauthenticationProof = z.output<typeof ReauthenticationProof>

/**
 * What a call takes that a stolen session must not be enough for: nothing where the session's login is under five minutes
 * old, else the password, or the proof of a bound account.
 */
export const reauthentication = {
  password: sentPassword(0).optional(),
  proof: ReauthenticationProof.optional(),
}

export const reauthenticationErrors: ErrorCode[] = [
  ...(['fresh_login_required', 'incorrect_password', 'no_password', 'account_mismatch', 'too_many_attempts'] as const),
]
