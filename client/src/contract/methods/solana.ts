import type { InputFields } from '../input-fields.ts'
import type { MethodCalls, MethodFacts } from './method.ts'

export const solana = {
  title: 'Solana',
  account: 'A Solana wallet',
  identityField: 'solAddress',
  switch: 'solEnabled',
  place: 120,
  settings: [],
} as const satisfies MethodFacts

export const solanaCalls = ({ z, opaque, signedMessage }: InputFields) =>
  ({
    proof: { solAddress: z.string().max(64), signature: opaque(256).describe('base58'), message: signedMessage },
    loginSummary: "Log in with a Solana wallet's signature",
    errors: ['challenge_invalid', 'challenge_required', 'signature_invalid'],
  }) as const satisfies MethodCalls
