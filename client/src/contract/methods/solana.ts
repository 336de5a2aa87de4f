import { z } from 'zod'
import { opaque, signedMessage } from '../credential-fields.ts'
import type { MethodFacts } from './method.ts'

export const solana = {
  title: 'Solana',
  account: 'A Solana wallet',
  identityField: 'solAddress',
  switch: 'solEnabled',
  place: 120,
  settings: [],
  proof: { solAddress: z.string().max(64), signature: opaque(256).describe('base58'), message: signedMessage },
  loginSummary: "Log in with a Solana wallet's signature",
  errors: ['challenge_invalid', 'challenge_required', 'signature_invalid'],
} as const satisfies MethodFacts
