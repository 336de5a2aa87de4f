import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

/**
 * OpenID providers of the operator's choice: an app has a connection to each (oidc-connections.ts). A user has one
 * identity of them.
 */
export const oidc = {
  title: 'single sign-on',
  account: 'An account of an organization',
  identityField: 'oidc',
  switch: 'oidcEnabled',
  place: 15,
  connections: true,
  settings: [],
} as const satisfies MethodFacts

export const oidcCalls = ({ opaque }: InputFields) =>
  ({
    proof: { token: opaque(128).describe('the code of a redirect login') },
    loginSummary: 'Log in with the code of a redirect to an OpenID provider of the app',
    errors: [...providerErrors, 'connection_not_found', 'account_not_expected'],
  }) as const satisfies MethodCalls
