import type { RedirectProvider } from '@openauth/client'

/** The redirect address of an app at a provider, which the operator registers there. */
export const callbackUrl = (
  publicUrl: string,
  { appId, provider }: { appId: string; provider: RedirectProvider },
): string => `${publicUrl}/auth/${appId}/${provider}/callback`
