import { z } from 'zod'
import { providerToken } from '../credential-fields.ts'
import { emptyAsUndefined } from '../fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

const accountId = () => emptyAsUndefined(z.string().max(64)).describe('must be the id of the account, if given')

export const discord = {
  title: 'Discord',
  account: 'A Discord account',
  identityField: 'discord',
  switch: 'discordEnabled',
  place: 70,
  redirect: true,
  settings: [
    { name: 'discordApplicationId', neededFor: 'login' },
    { name: 'discordClientSecret', neededFor: 'redirect', secret: true },
  ],
} as const satisfies MethodFacts

export const discordCalls = () =>
  ({
    proof: { token: providerToken },
    loginInput: { discord: accountId() },
    bindInput: { discordId: accountId() },
    errors: providerErrors,
  }) as const satisfies MethodCalls
