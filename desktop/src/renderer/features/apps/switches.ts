import { switchNames, type App, type SwitchName } from '@openauth/client'

const labels: Record<SwitchName, string> = {
  emailEnabled: 'E-mail',
  googleEnabled: 'Google',
  discordEnabled: 'Discord',
  twitterEnabled: 'X',
  tiktokEnabled: 'TikTok',
  githubEnabled: 'GitHub',
  huggingfaceEnabled: 'Hugging Face',
  appleEnabled: 'Apple',
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
