import { json, startServer } from './server.ts'

export const client = { clientId: 'openauth', clientSecret: 'the secret at the provider' }

/** What a client sends with `client_secret_basic` (RFC 6749, section 2.3.1). */
const basic = `Basic ${Buffer.from(`${client.clientId}:${encodeURIComponent(client.clientSecret).replaceAll('%20', '+')}`).toString('base64')}`

/** An OpenID provider on loopback as far as a test of a connection asks it: no code that it is shown is one of its own. */
export const startOpenIdProvider = async () => {
  let issuer = ''
  const { address, received, stop } = await startServer(({ path, authorization }, response) => {
    if (path === '/.well-known/openid-configuration')
      return json(response, 200, {
        issuer,
        authorization_endpoint: `${issuer}/authorize`,
        token_endpoint: `${issuer}/token`,
        jwks_uri: `${issuer}/keys`,
      })
    if (path === '/keys') return json(response, 200, { keys: [{ kty: 'RSA', kid: '1' }] })
    if (path !== '/token') return json(response, 404, {})
    const isKnown = authorization === basic
    return json(response, isKnown ? 400 : 401, { error: isKnown ? 'invalid_grant' : 'invalid_client' })
  })
  issuer = address
  return { issuer, received, stop }
}
