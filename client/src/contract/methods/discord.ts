import type { InputFields } from '../input-fields.ts'
import { type MethodCalls, type MethodFacts, providerErrors } from './method.ts'

const accountId = ({ emptyAsUndefined, z }: InputFields) =>
  emptyAsUndefined(z.string().max(64)).describe('must be the id of the account, if given')

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

export const discordCalls = (fields: InputFields) =>
  ({
    proof: { token: fields.providerToken },
    loginInput: { discord: accountId(fields) },
    bindInput: { discordId: accountId(fields) },
    errors: providerErrors,
  }) as const satisfies MethodCalls
