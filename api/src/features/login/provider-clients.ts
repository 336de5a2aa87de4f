import type { ClientIdName, CredentialName, RedirectProvider } from '@openauth/client'
import { Problem } from '../../errors.ts'
import type { ClientCredentials } from '../../lib/providers/types.ts'
import type { LoginApp } from './login-apps.ts'

/** The app settings with each provider's client id and secret. Apple has a key instead of a secret. */
const settingsOf: Record<RedirectProvider, { id: ClientIdName; secret?: CredentialName }> = {
  google: { id: 'googleClientId', secret: 'googleClientSecret' },
  discord: { id: 'discordApplicationId', secret: 'discordClientSecret' },
  twitter: { id: 'twitterClientId', secret: 'twitterClientSecret' },
  tiktok: { id: 'tiktokClientKey', secret: 'tiktokClientSecret' },
  github: { id: 'githubClientId', secret: 'githubClientSecret' },
  huggingface: { id: 'huggingfaceClientId', secret: 'huggingfaceAppSecret' },
  apple: { id: 'appleClientId' },
}

const appleKeyOf = ({ appleTeamId, appleKeyId, applePrivateKey }: LoginApp): ClientCredentials['apple'] =>
  appleTeamId && appleKeyId && applePrivateKey
    ? { teamId: appleTeamId, keyId: appleKeyId, privateKey: applePrivateKey }
    : undefined

/** The app's client credentials at a provider. Throws `method_not_configured` without a client id. */
export const providerClient = (app: LoginApp, provider: RedirectProvider): ClientCredentials => {
  const { id, secret } = settingsOf[provider]
  const clientId = app[id]
  if (!clientId) throw new Problem('method_not_configured')
  return {
    clientId,
    clientSecret: (secret && app[secret]) ?? undefined,
    apple: provider === 'apple' ? appleKeyOf(app) : undefined,
  }
}

/** The same for a redirect login, whose code exchange needs the app's secret. */
export const confidentialProviderClient = (app: LoginApp, provider: RedirectProvider): ClientCredentials => {
  const client = providerClient(app, provider)
  if (!client.clientSecret && !client.apple) throw new Problem('method_not_configured')
  return client
}
