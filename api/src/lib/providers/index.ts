import type { RedirectProvider } from '@openauth/client'
import type { Outbound } from '../outbound.ts'
import { createAvatarUrl } from './account.ts'
import type { ProviderAddresses } from './addresses.ts'
import { createApple } from './apple.ts'
import { createDiscord } from './discord.ts'
import { createGitHub } from './github.ts'
import { createGoogle } from './google.ts'
import { createHuggingFace } from './huggingface.ts'
import { createTikTok } from './tiktok.ts'
import { createTwitter } from './twitter.ts'
import type { OAuthProviderClient, ProviderContext } from './types.ts'

export { type ProviderAddresses, providerAddresses } from './addresses.ts'
export * from './errors.ts'
export type { ClientCredentials, OAuthProviderClient, Obtained, ProviderAccount } from './types.ts'

/** The redirect providers. Create them once, because they cache the keys for ID tokens. */
export const createProviders = (options: {
  addresses: ProviderAddresses
  outbound: Outbound
}): Record<RedirectProvider, OAuthProviderClient> => {
  const context: ProviderContext = { ...options, avatarUrl: createAvatarUrl(options.addresses) }
  return {
    google: createGoogle(context),
    apple: createApple(context),
    discord: createDiscord(context),
    twitter: createTwitter(context),
    tiktok: createTikTok(context),
    github: createGitHub(context),
    huggingface: createHuggingFace(context),
  }
}
