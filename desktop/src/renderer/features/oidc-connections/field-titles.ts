import type { contract, HandlerInput } from '@openauth/client'
import type { MessageId } from '../../i18n/i18n.ts'

/** The fields of a connection that can change. */
export type ConnectionField = Exclude<
  keyof HandlerInput<typeof contract.oidcConnections.update>,
  'appId' | 'connectionId' | 'expectedUpdatedAt'
>

/** What the fields are called, in the order of the form. The audit has names of its own for those that others have too. */
export const fieldTitles = {
  issuer: 'oidcConnections.issuer',
  clientId: 'login-methods.clientId',
  clientSecret: 'login-methods.clientSecret',
  clientAuthentication: 'oidcConnections.clientAuthentication',
  scopes: 'oidcConnections.scopes',
  domains: 'oidcConnections.domains',
  onlyDomains: 'oidcConnections.onlyDomains',
  trustsEmails: 'oidcConnections.trustsEmails',
  createsUsers: 'oidcConnections.createsUsers',
  showsButton: 'oidcConnections.showsButton',
} as const satisfies Partial<Record<ConnectionField, MessageId>>

export const allTitles: Record<ConnectionField, MessageId> = {
  enabled: 'login-methods.enabled',
  title: 'oidcConnections.name',
  ...fieldTitles,
  claims: 'oidcConnections.claims',
}
