import { switchOf } from '../providers.ts'

/** Switches of an app that are of no one login method. */
export const otherSwitches = [
  'legacyWalletLogin',
  'legacyBind',
  'legacyLanding',
  'privateKeyExportEnabled',
  'oidcProviderEnabled',
  'oidcRegistrationEnabled',
  'impersonationEnabled',
  'termsRequired',
] as const
export const switchNames = [...Object.values(switchOf), ...otherSwitches] as const
export type SwitchName = (typeof switchNames)[number]
