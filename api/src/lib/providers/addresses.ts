/**
 * Base addresses of the providers, to which the real path is appended. A setting may replace a base address, also with
 * a path and over plain http. Google's, Apple's and Hugging Face's are also the issuers of their ID tokens.
 */
export const providerAddresses = {
  googleAccounts: 'https://accounts.google.com',
  googleOauth: 'https://oauth2.googleapis.com',
  googleOpenid: 'https://openidconnect.googleapis.com',
  googleCerts: 'https://www.googleapis.com',
  apple: 'https://appleid.apple.com',
  discord: 'https://discord.com',
  discordCdn: 'https://cdn.discordapp.com',
  twitter: 'https://x.com',
  twitterApi: 'https://api.x.com',
  tiktok: 'https://www.tiktok.com',
  tiktokApi: 'https://open.tiktokapis.com',
  github: 'https://github.com',
  githubApi: 'https://api.github.com',
  huggingface: 'https://huggingface.co',
  telegramApi: 'https://api.telegram.org',
} as const

export type ProviderAddresses = Record<keyof typeof providerAddresses, string>
