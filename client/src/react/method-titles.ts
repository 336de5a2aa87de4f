import { type LoginMethod, redirectProviderTitles } from '../contract/providers.ts'

/** The display name of each login method. */
export const methodTitles: Record<LoginMethod, string> = {
  ...redirectProviderTitles,
  email: 'e-mail',
  telegram: 'Telegram',
  ethereum: 'Ethereum',
  solana: 'Solana',
  username: 'user name',
  passkey: 'a passkey',
}

/** The display name of a method; the method itself if it is newer than this page. */
export const methodTitleOf = (method: string): string => (methodTitles as Record<string, string>)[method] ?? method
