/** Every login method in the order in which it stands in a User, and the field that shows its identity. */
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

/** Passkeys are a way to log in of which a user may have several; the others are one identity each. */
export const loginMethods = [...providers, 'passkey'] as const
export type LoginMethod = (typeof loginMethods)[number]

/** The providers to which a browser is sent, at `/auth/{appId}/{provider}/oauth`, and that send it back. */
export const redirectProviders = ['google', 'discord', 'twitter', 'tiktok', 'github', 'huggingface', 'apple'] as const
export type RedirectProvider = (typeof redirectProviders)[number]
