import type { InputFields } from '../input-fields.ts'
import type { MethodCalls, MethodFacts } from './method.ts'

export const ethereum = {
  title: 'Ethereum',
  account: 'An Ethereum wallet',
  identityField: 'ethAddress',
  switch: 'ethEnabled',
  place: 110,
  settings: [],
} as const satisfies MethodFacts

export const ethereumCalls = ({ z, opaque, signedMessage }: InputFields) =>
  ({
    proof: {
      ethAddress: z.string().max(64),
      signature: opaque(16_384).describe('0x…, by personal_sign'),
      message: signedMessage,
    },
    loginSummary: "Log in with an Ethereum wallet's signature",
    errors: ['challenge_invalid', 'challenge_required', 'signature_invalid', 'chain_unavailable'],
  }) as const satisfies MethodCalls
