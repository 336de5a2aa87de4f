import type { LoginMethod } from '../contract/providers.ts'

/** The display name of each login method. */
export const methodTitles: Record<LoginMethod, string> = {
  email: 'e-mail',
  google: 'Google',
  discord: 'Discord',
  twitter: 'X',
  tiktok: 'TikTok',
  github: 'GitHub',
  huggingface: 'Hugging Face',
  apple: 'Apple',
  telegram: 'Telegram',
  ethereum: 'Ethereum',
  solana: 'Solana',
  username: 'user name',
  passkey: 'a passkey',
}

/** The display name of a method; the method itself if it is newer than this page. */
export const methodTitleOf = (method: string): string => (methodTitles as Record<string, string>)[method] ?? method
