import type { Platform } from '../../resources.ts'
import type { OidcConnections } from './connections.ts'

/** What the management of connections to OpenID providers needs. */
export interface ConnectionNeeds extends Pick<Platform, 'db' | 'keys' | 'settings' | 'attempts' | 'guardedOutbound'> {
  oidc: OidcConnections
}
