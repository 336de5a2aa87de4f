import type { LoginMethod } from '@openauth/client'

/** The page of a provider's console that has the credentials, and the provider's documentation of it. */
export interface VendorPages {
  consoleUrl: string | null
  docsUrl: string | null
}

const none: VendorPages = { consoleUrl: null, docsUrl: null }

export const vendorPages: Record<LoginMethod, VendorPages> = {
  google: {
    consoleUrl: 'https://console.cloud.google.com/auth/clients',
    docsUrl: 'https://developers.google.com/identity/openid-connect/openid-connect#getcredentials',
  },
  discord: {
    consoleUrl: 'https://discord.com/developers/applications',
    docsUrl: 'https://discord.com/developers/docs/topics/oauth2',
  },
  twitter: {
    consoleUrl: 'https://console.x.com',
    docsUrl: 'https://docs.x.com/fundamentals/authentication/oauth-2-0/authorization-code',
  },
  tiktok: {
    consoleUrl: 'https://developers.tiktok.com/apps',
    docsUrl: 'https://developers.tiktok.com/doc/login-kit-web',
  },
  github: {
    consoleUrl: 'https://github.com/settings/developers',
    docsUrl: 'https://docs.github.com/apps/oauth-apps/building-oauth-apps/creating-an-oauth-app',
  },
  huggingface: {
    consoleUrl: 'https://huggingface.co/settings/connected-applications',
    docsUrl: 'https://huggingface.co/docs/hub/oauth',
  },
  apple: {
    consoleUrl: 'https://developer.apple.com/account/resources/identifiers/list/serviceId',
    docsUrl:
      'https://developer.apple.com/help/account/configure-app-capabilities/configure-sign-in-with-apple-for-the-web',
  },
  telegram: { consoleUrl: 'https://t.me/BotFather', docsUrl: 'https://core.telegram.org/bots/features#botfather' },
  ethereum: none,
  solana: none,
  email: none,
  username: none,
  passkey: none,
}
