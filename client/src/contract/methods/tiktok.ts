import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

export const tiktok = {
  title: 'TikTok',
  account: 'A TikTok account',
  identityField: 'tiktok',
  switch: 'tiktokEnabled',
  place: 50,
  redirect: true,
  settings: [
    { name: 'tiktokClientKey', neededFor: 'login' },
    { name: 'tiktokClientSecret', neededFor: 'login', secret: true },
  ],
} as const satisfies MethodFacts

export const tiktokCalls = ({ z, providerToken, emptyAsUndefined }: InputFields) =>
  ({
    proof: { openId: emptyAsUndefined(z.string().max(256)), token: providerToken },
    loginSummary: 'Log in with the token of a TikTok redirect login',
    errors: providerErrors,
  }) as const satisfies MethodCalls
