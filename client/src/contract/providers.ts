/** Every provider in the order of a User's fields, with the field of its identity. */
export const identityFields = {
  email: 'email',
  google: 'google',
  discord: 'discord',
  tiktok: 'tiktok',
  github: 'github',
  huggingface: 'huggingface',
  twitter: 'twitter',
  apple: 'apple',
  telegram: 'telegram',
  ethereum: 'ethAddress',
  solana: 'solAddress',
  username: 'username',
} as const
export type Provider = keyof typeof identityFields
export const providers = Object.keys(identityFields) as [Provider, ...Provider[]]

/** All login methods. A user can have several passkeys, but one identity of each provider. */
export const loginMethods = [...providers, 'passkey'] as const
export type LoginMethod = (typeof loginMethods)[number]

/** The providers with a redirect login at `/auth/{appId}/{provider}/oauth`. */
export const redirectProviders = ['google', 'discord', 'twitter', 'tiktok', 'github', 'huggingface', 'apple'] as const
export type RedirectProvider = (typeof redirectProviders)[number]
