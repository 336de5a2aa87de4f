import type { LoginMethod } from '@openauth/client'

/** What people call each way to log in. */
export const titles: Record<LoginMethod, string> = {
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
export const titleOf = (method: string): string => (titles as Record<string, string>)[method] ?? method
