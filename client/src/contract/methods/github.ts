import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

export const github = {
  title: 'GitHub',
  account: 'A GitHub account',
  identityField: 'github',
  switch: 'githubEnabled',
  place: 80,
  redirect: true,
  settings: [
    { name: 'githubClientId', neededFor: 'login' },
    { name: 'githubClientSecret', neededFor: 'login', secret: true },
  ],
} as const satisfies MethodFacts

export const githubCalls = ({ providerToken, tokenType }: InputFields) =>
  ({
    proof: { token: providerToken, tokenType },
    errors: providerErrors,
  }) as const satisfies MethodCalls
