import type { RedirectMethod } from '@openauth/client'

/**
 * The redirect address of an app at a provider, which the operator registers there. Each OpenID connection has its own, so
 * that one provider's code is never taken for another's (RFC 9700, section 4.4.2.2).
 */
export const callbackUrl = (
  publicUrl: string,
  { appId, provider, connection }: { appId: string; provider: RedirectMethod; connection?: string | undefined },
): string => `${publicUrl}/auth/${appId}/${provider}/callback${connection === undefined ? '' : `/${connection}`}`
