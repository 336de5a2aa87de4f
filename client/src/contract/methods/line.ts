import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

export const line = {
  title: 'LINE',
  account: 'A LINE account',
  identityField: 'line',
  switch: 'lineEnabled',
  place: 45,
  redirect: true,
  settings: [
    { name: 'lineChannelId', neededFor: 'login' },
    { name: 'lineChannelSecret', neededFor: 'redirect', secret: true },
  ],
} as const satisfies MethodFacts

export const lineCalls = ({ opaque, emptyAsUndefined, providerToken }: InputFields) =>
  ({
    proof: {
      token: emptyAsUndefined(providerToken),
      idToken: emptyAsUndefined(opaque(8192)).describe(
        'an ID token that a LIFF app or the SDK got from LINE, instead of the token of a redirect login',
      ),
      nonce: emptyAsUndefined(opaque(256)).describe("the ID token's nonce"),
    },
    errors: providerErrors,
  }) as const satisfies MethodCalls
