import { homeOfApp } from '../../navigation/addresses.ts'
import type { AuditEvent } from './events.ts'
import { clientsPath } from '../oidc-clients/clients-path.ts'
import { connectionsPath } from '../oidc-connections/connections-path.ts'
import { resourcesPath } from '../oidc-resources/resources-path.ts'
import { webhooksPath } from '../webhooks/webhooks-path.ts'
import { english } from '../../i18n/locales/en.ts'

/** The key of an action in the ids of messages: `user_bind_referrer` for `user.bind-referrer`. */
export const keyOf = (action: string): string => action.replaceAll(/[.-]/g, '_')

/** Whether the console knows the action; a newer server records others. */
export const hasSentence = (action: string): boolean => Object.hasOwn(english, `audit.did_${keyOf(action)}`)

/** What an action changes, which says what `targetId` is the id of. */
export type ObjectKind = 'admin' | 'app' | 'user' | 'connection' | 'webhook' | 'oidcClient' | 'oidcResource' | 'other'

const kinds: Readonly<Record<string, ObjectKind>> = {
  admin: 'admin',
  app: 'app',
  user: 'user',
  'oidc-connection': 'connection',
  webhook: 'webhook',
  'oidc-client': 'oidcClient',
  'oidc-resource': 'oidcResource',
}

/** The kind of an event's object. `app.secret-rotate` of a secret and a wallet's policy name things of an app or a user. */
export const objectKind = ({
  action,
  targetId,
  appId,
}: Pick<AuditEvent, 'action' | 'targetId' | 'appId'>): ObjectKind => {
  const noun = action.split('.', 1)[0] ?? ''
  if (targetId !== null && targetId === appId) return 'app'
  if (noun === 'wallet' || noun === 'wallet-policy' || noun === 'player') return 'user'
  if (noun === 'app') return 'other'
  return kinds[noun] ?? 'other'
}

/** Where the console shows an object; undefined where it has no screen. */
export const addressOf = (kind: ObjectKind, id: string | null, appId: string | null): string | undefined => {
  if (id === null) return undefined
  if (kind === 'admin') return '/admins'
  if (kind === 'app') return homeOfApp(id)
  if (kind === 'connection' && appId) return connectionsPath(appId, id)
  if (kind === 'webhook' && appId) return webhooksPath(appId, id)
  if (kind === 'oidcClient' && appId) return clientsPath(appId, id)
  if (kind === 'oidcResource' && appId) return resourcesPath(appId, id)
  return kind === 'user' && appId ? `/apps/${appId}/users/${id}` : undefined
}
