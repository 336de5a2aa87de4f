import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

export const huggingface = {
  title: 'Hugging Face',
  account: 'A Hugging Face account',
  identityField: 'huggingface',
  switch: 'huggingfaceEnabled',
  place: 90,
  redirect: true,
  settings: [
    { name: 'huggingfaceClientId', neededFor: 'login' },
    { name: 'huggingfaceAppSecret', neededFor: 'redirect', secret: true },
  ],
} as const satisfies MethodFacts

export const huggingfaceCalls = ({ providerToken, tokenType }: InputFields) =>
  ({
    proof: { token: providerToken, tokenType },
    errors: providerErrors,
  }) as const satisfies MethodCalls
