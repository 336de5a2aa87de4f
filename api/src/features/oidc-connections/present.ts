import { callbackUrl } from '../../lib/providers/callback-url.ts'
import type { StoredConnection } from './connections.ts'

/** A connection in the form of the API, without its secret. */
export const presentConnection = (publicUrl: string, { sealedSecret, appId, ...connection }: StoredConnection) => ({
  ...connection,
  hasSecret: sealedSecret.length > 0,
  callbackUrl: callbackUrl(publicUrl, { appId, provider: 'oidc', connection: connection.key }),
})
