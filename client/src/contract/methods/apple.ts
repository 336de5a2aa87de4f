import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

export const apple = {
  title: 'Apple',
  account: 'An Apple account',
  identityField: 'apple',
  switch: 'appleEnabled',
  place: 30,
  redirect: true,
  settings: [
    { name: 'appleClientId', neededFor: 'login', term: 'servicesId' },
    { name: 'appleTeamId', neededFor: 'redirect' },
    { name: 'appleKeyId', neededFor: 'redirect' },
    { name: 'applePrivateKey', neededFor: 'redirect', secret: true },
  ],
} as const satisfies MethodFacts

export const appleCalls = ({ opaque, emptyAsUndefined, name }: InputFields) =>
  ({
    proof: {
      token: opaque(8192).describe('an identity token of Apple, or the token of a redirect login'),
      nonce: emptyAsUndefined(opaque(256)).describe("the identity token's nonce, raw"),
      displayName: emptyAsUndefined(name(1, 64)).describe(
        'the name, which Apple sends to the page at the first login only',
      ),
    },
    errors: providerErrors,
  }) as const satisfies MethodCalls
