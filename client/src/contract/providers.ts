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
