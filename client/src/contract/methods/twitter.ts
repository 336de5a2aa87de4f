import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

export const twitter = {
  title: 'X',
  account: 'An X account',
  identityField: 'twitter',
  switch: 'twitterEnabled',
  place: 60,
  redirect: true,
  settings: [
    { name: 'twitterClientId', neededFor: 'login' },
    { name: 'twitterClientSecret', neededFor: 'login', secret: true },
  ],
} as const satisfies MethodFacts

export const twitterCalls = ({ providerToken }: InputFields) =>
  ({
    proof: { token: providerToken },
    loginSummary: 'Log in with the token of an X redirect login',
    errors: providerErrors,
  }) as const satisfies MethodCalls
