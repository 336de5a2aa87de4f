import type { contract, HandlerInput } from '@openauth/client'
import type { MessageId } from '../../i18n/i18n.ts'

/** The fields of a client that can change. */
export type ClientField = Exclude<
  keyof HandlerInput<typeof contract.oidcClients.update>,
  'appId' | 'clientId' | 'expectedUpdatedAt'
>

/** What the fields are called, where no other object has a field of the same name. */
export const fieldTitles = {
  redirectUris: 'oidcClients.redirectUris',
  postLogoutRedirectUris: 'oidcClients.postLogoutRedirectUris',
  backchannelLogoutUri: 'oidcClients.backchannelLogoutUri',
  publicKeys: 'oidcClients.publicKeys',
  idTokenAlgorithm: 'oidcClients.idTokenAlgorithm',
  skipsConsent: 'oidcClients.skipsConsent',
  deviceLogins: 'oidcClients.deviceLogins',
  requiresPkce: 'oidcClients.requiresPkce',
} as const satisfies Partial<Record<ClientField, MessageId>>

export const allTitles: Record<ClientField, MessageId> = {
  enabled: 'login-methods.enabled',
  name: 'oidcClients.name',
  scopes: 'oidcConnections.scopes',
  ...fieldTitles,
}
