import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

export const google = {
  title: 'Google',
  account: 'A Google account',
  identityField: 'google',
  switch: 'googleEnabled',
  place: 20,
  redirect: true,
  settings: [
    { name: 'googleClientId', neededFor: 'login' },
    { name: 'googleClientSecret', neededFor: 'redirect', secret: true },
  ],
} as const satisfies MethodFacts

export const googleCalls = ({ z, opaque, emptyAsUndefined, providerToken }: InputFields) =>
  ({
    proof: {
      email: emptyAsUndefined(z.string().max(320)).describe('must be the address of the account, if given'),
      token: emptyAsUndefined(providerToken),
      idToken: emptyAsUndefined(opaque(8192)).describe('an ID token of Google, instead of the access token'),
      nonce: emptyAsUndefined(opaque(256)).describe("the ID token's nonce"),
    },
    errors: [...providerErrors, 'email_not_verified'],
  }) as const satisfies MethodCalls
