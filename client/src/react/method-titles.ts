import type { LoginMethod } from '../contract/providers.ts'

/** What people call each way to log in. */
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

/** The same for what may be newer than this page. */
export const methodTitleOf = (method: string): string => (methodTitles as Record<string, string>)[method] ?? method
