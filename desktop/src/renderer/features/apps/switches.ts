import {
  redirectProviders,
  redirectProviderTitles,
  switchNames,
  switchOf,
  type App,
  type RedirectProvider,
  type SwitchName,
} from '@openauth/client'

const providerLabels = Object.fromEntries(
  redirectProviders.map((provider) => [switchOf[provider], redirectProviderTitles[provider]]),
) as Record<(typeof switchOf)[RedirectProvider], string>

const labels: Record<SwitchName, string> = {
  ...providerLabels,
  emailEnabled: 'E-mail',
  telegramEnabled: 'Telegram',
  ethEnabled: 'Ethereum',
  solEnabled: 'Solana',
  usernameEnabled: 'Username',
  passkeyEnabled: 'Passkey',
  legacyWalletLogin: 'Legacy wallet login',
  legacyBind: 'Legacy bind',
  legacyLanding: 'Legacy landing',
  privateKeyExportEnabled: 'Private key export',
}

/** The labels of an app's enabled switches, in the contract's order. */
export const enabledSwitches = (app: Pick<App, SwitchName>): string[] =>
  switchNames.filter((name) => app[name]).map((name) => labels[name])
