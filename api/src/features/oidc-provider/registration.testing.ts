import * as oidc from 'openid-client'
import { type ProviderWorld, redirectUri } from './provider.testing.ts'

/** Registers a client as a stranger does. */
export const register = async ({ issuer }: ProviderWorld, metadata: unknown) => {
  const response = await fetch(`${issuer}/register`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: typeof metadata === 'string' ? metadata : JSON.stringify(metadata),
  })
  return { status: response.status, body: (await response.json()) as Record<string, unknown> }
}

const configurationOf = async ({ issuer }: ProviderWorld, id: string) => {
  const options = { execute: [oidc.allowInsecureRequests] }
  return oidc.discovery(new URL(issuer), id, { id_token_signed_response_alg: 'RS256' }, oidc.None(), options)
}

/** An authorization request of a public client, with PKCE. */
export const loginOf = async (world: ProviderWorld, id: string, parameters: Record<string, string> = {}) => {
  const config = await configurationOf(world, id)
  const pkceCodeVerifier = oidc.randomPKCECodeVerifier()
  const url = oidc.buildAuthorizationUrl(config, {
    redirect_uri: redirectUri,
    scope: 'openid',
    code_challenge: await oidc.calculatePKCECodeChallenge(pkceCodeVerifier),
    code_challenge_method: 'S256',
    ...parameters,
  })
  return { config, url, checks: { pkceCodeVerifier } }
}

/** What an agent says of itself. */
export const plain = { client_name: 'Agent', redirect_uris: [redirectUri] }
