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

/**
 * The login methods as a login page lists them: what most people have comes first, wallets and a password of one's own
 * come last. An app has no order of its own.
 */
export const loginOrder = Object.keys({
  ...{ email: true, google: true, apple: true, telegram: true, tiktok: true, twitter: true, discord: true },
  ...{ github: true, huggingface: true, passkey: true, ethereum: true, solana: true, username: true },
} satisfies Record<LoginMethod, true>) as LoginMethod[]

/** The display names of the providers with a redirect login at `/auth/{appId}/{provider}/oauth`. */
export const redirectProviderTitles = {
  google: 'Google',
  discord: 'Discord',
  twitter: 'X',
  tiktok: 'TikTok',
  github: 'GitHub',
  huggingface: 'Hugging Face',
  apple: 'Apple',
} as const satisfies Partial<Record<Provider, string>>
export type RedirectProvider = keyof typeof redirectProviderTitles
export const redirectProviders = Object.keys(redirectProviderTitles) as [RedirectProvider, ...RedirectProvider[]]
