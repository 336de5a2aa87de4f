import { type RedirectProvider, redirectProviders } from '@openauth/client'
import type { Outbound } from '../outbound.ts'
import { createAvatarUrl } from './account.ts'
import type { ProviderAddresses } from './addresses.ts'
import { slices } from './slices.generated.ts'
import type { OAuthProviderClient, ProviderSlice } from './types.ts'

export { type ProviderAddresses, providerAddresses } from './addresses.ts'
export * from '../provider-errors.ts'
export type { ClientCredentials, OAuthProviderClient, Obtained, ProviderAccount } from './types.ts'

/** What this server knows of a provider. Each reads its own base addresses. */
export const providerSlice = (provider: RedirectProvider): ProviderSlice => slices[provider]

/** The redirect providers. Create them once, because they cache the keys for ID tokens. */
export const createProviders = (options: {
  addresses: ProviderAddresses
  outbound: Outbound
}): Record<RedirectProvider, OAuthProviderClient> => {
  const context = { ...options, avatarUrl: createAvatarUrl(Object.values(options.addresses)) }
  return Object.fromEntries(
    redirectProviders.map((provider) => [provider, providerSlice(provider).create(context)]),
  ) as Record<RedirectProvider, OAuthProviderClient>
}
