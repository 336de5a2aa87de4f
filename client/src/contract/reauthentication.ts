import * as z from 'zod'
import type { ErrorCode } from './errors.ts'
import { submittedPassword, emptyAsUndefined } from './fields.ts'
import { Assertion } from './passkey-credential.ts'
import { proofs } from './proofs.ts'
import { type ProofMethod, proofMethods } from './providers.ts'

const credential = <M extends ProofMethod>(method: M) =>
  z.object({ method: z.literal(method), ...(proofs[method] as object) } as {
    method: z.ZodLiteral<M>
  } & (typeof proofs)[M])
const passkey = z.object({ method: z.literal('passkey'), response: Assertion })
type Credential = { [M in ProofMethod]: ReturnType<typeof credential<M>> }[ProofMethod] | typeof passkey

/** A credential of the user: the input of a method's login call, with the method's name. */
export const ReauthenticationProof = z
  .discriminatedUnion('method', [...proofMethods.map(credential), passkey] as unknown as [Credential, ...Credential[]])
  .meta({ id: 'ReauthenticationProof' })
export type ReauthenticationProof = z.output<typeof ReauthenticationProof>

/** The password, or another credential of the user. */
export const reauthentication = {
  password: submittedPassword(0).optional(),
  proof: ReauthenticationProof.optional(),
}

/** The extra input of calls for which a session alone is not enough. Not needed within five minutes of the login. */
export const reauthenticated = {
  reauthenticationToken: emptyAsUndefined(z.string().max(128)).describe(
    'the token of /user/reauthenticate; not needed within five minutes of the login',
  ),
}

/** Errors of every call that needs a reauthentication. */
export const reauthenticatedErrors: ErrorCode[] = ['reauthentication_required']

/** Errors of a password or proof. */
export const reauthenticationErrors: ErrorCode[] = [
  ...(['reauthentication_required', 'credential_not_eligible', 'incorrect_password', 'no_password'] as const),
  ...(['account_mismatch', 'too_many_attempts'] as const),
]
