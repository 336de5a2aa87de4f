import type { App } from '@openauth/client'
import type { MessageId } from '../../../i18n/i18n.ts'

/** What the plain settings of an app are called. */
export const settingLabels = {
  name: 'appSettings.name',
  description: 'appSettings.description',
  logoUrl: 'appSettings.logoUrl',
  jwtTTL: 'appSettings.jwtTTL',
  telegramMaxAgeSeconds: 'appSettings.telegramMaxAge',
  credentialDelaySeconds: 'appSettings.credentialDelay',
  deletionGraceSeconds: 'appSettings.deletionGrace',
  termsUrl: 'appSettings.termsUrl',
  termsVersion: 'appSettings.termsVersion',
  privacyUrl: 'appSettings.privacyUrl',
  privacyVersion: 'appSettings.privacyVersion',
  termsRequired: 'appSettings.termsRequired',
  redirectOrigins: 'appSettings.origins',
  privateKeyExportEnabled: 'appSettings.keyExport',
  impersonationEnabled: 'appSettings.impersonation',
  legacyWalletLogin: 'appSettings.legacyWalletLogin',
  legacyBind: 'appSettings.legacyBind',
  legacyLanding: 'appSettings.legacyLanding',
  oidcProviderEnabled: 'appSettings.oidcProvider',
  oidcRegistrationEnabled: 'appSettings.oidcRegistration',
} as const satisfies Partial<Record<keyof App, MessageId>>

export type SettingName = keyof typeof settingLabels
export const settingNames = Object.keys(settingLabels) as SettingName[]
