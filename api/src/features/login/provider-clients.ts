import {
  type ClientIdName,
  type CredentialName,
  isSecretField,
  methodFields,
  type LoginMethod,
  type RedirectProvider,
  redirectProviders,
} from '@openauth/client'
import { Problem } from '../../errors.ts'
import type { ClientCredentials } from '../../lib/providers/types.ts'
import type { LoginApp } from '../apps/login-apps.ts'

/** Whether a method has a redirect login. */
export const isRedirectProvider = (method: LoginMethod): method is RedirectProvider =>
  (redirectProviders as readonly string[]).includes(method)

/** The app settings with a provider's client id and secret. Apple has a key instead of a secret. */
const settingsOf = (provider: RedirectProvider): { id: ClientIdName; secret: CredentialName | undefined } => {
  const names: readonly (ClientIdName | CredentialName)[] = methodFields[provider].map(({ name }) => name)
  const [id, ...others] = names
  const secret = others.find(isSecretField)
  return { id: id as ClientIdName, secret: provider === 'apple' ? undefined : secret }
}

const appleKeyOf = ({ appleTeamId, appleKeyId, applePrivateKey }: LoginApp): ClientCredentials['apple'] =>
  appleTeamId && appleKeyId && applePrivateKey
    ? { teamId: appleTeamId, keyId: appleKeyId, privateKey: applePrivateKey }
    : undefined

/** The app's client credentials at a provider. Throws `method_not_configured` without a client id. */
export const providerClient = (app: LoginApp, provider: RedirectProvider): ClientCredentials => {
  const { id, secret } = settingsOf(provider)
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
