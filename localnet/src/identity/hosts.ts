/** Every host of the identity world, by the name of its setting. */
export const hosts = {
  googleAccounts: 'accounts.google.com',
  googleOauth: 'oauth2.googleapis.com',
  googleOpenid: 'openidconnect.googleapis.com',
  googleCerts: 'www.googleapis.com',
  googleUserContent: 'lh3.googleusercontent.com',
  apple: 'appleid.apple.com',
  discord: 'discord.com',
  discordCdn: 'cdn.discordapp.com',
  twitter: 'x.com',
  twitterApi: 'api.x.com',
  twitterImages: 'pbs.twimg.com',
  tiktok: 'www.tiktok.com',
  tiktokApi: 'open.tiktokapis.com',
  tiktokImages: 'p16-sign.tiktokcdn.com',
  github: 'github.com',
  githubApi: 'api.github.com',
  githubAvatars: 'avatars.githubusercontent.com',
  huggingface: 'huggingface.co',
  line: 'access.line.me',
  lineApi: 'api.line.me',
  lineImages: 'profile.line-scdn.net',
  telegramApi: 'api.telegram.org',
  telegramOauth: 'oauth.telegram.org',
} as const

export type HostName = keyof typeof hosts

/** The base address of each host. The real path follows it. */
export type ProviderAddresses = Record<HostName, string>

/** Hosts that only browsers and followers of a provider's address reach: servers have no setting for them. */
const unconfigured = new Set<string>([
  'googleUserContent',
  'twitterImages',
  'tiktokImages',
  'githubAvatars',
  'lineImages',
  'telegramOauth',
])

/** The base address of each host at an identity world with this URL: the host is the first part of the path. */
export const addressesAt = (url: string): ProviderAddresses =>
  Object.fromEntries(Object.entries(hosts).map(([name, host]) => [name, `${url}/${host}`])) as ProviderAddresses

/** The name of a host's setting: `googleAccounts` is set by OPENAUTH_GOOGLE_ACCOUNTS_URL. */
const variable = (name: string): string => `OPENAUTH_${name.replace(/[A-Z]/g, '_$&').toUpperCase()}_URL`

/** The environment variables by which a server uses these addresses. */
export const addressVariables = (addresses: ProviderAddresses): Record<string, string> =>
  Object.fromEntries(
    Object.entries(addresses).flatMap(([name, address]) => (unconfigured.has(name) ? [] : [[variable(name), address]])),
  )
