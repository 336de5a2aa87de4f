import type { ClientAuth } from 'openid-client'
import { ProviderMisconfiguredError } from '../provider-errors.ts'
import type { ClientCredentials } from './types.ts'

/** Throws ProviderMisconfiguredError when client id or secret is missing. */
export const secretOf = ({ clientId, clientSecret }: ClientCredentials): string => {
  if (clientId && clientSecret) return clientSecret
  throw new ProviderMisconfiguredError('The app lacks its client id or client secret', { isIncomplete: true })
}

const formEncoded = (text: string): string => new URLSearchParams([['', text]]).toString().slice(1)

/**
 * The value of an Authorization header: RFC 6749, section 2.3.1. Form-encoded and no further, so that `-` and `_` also
 * reach servers that do not decode.
 */
export const basicAuthorization = (client: ClientCredentials): string => {
  const pair = `${formEncoded(client.clientId)}:${formEncoded(secretOf(client))}`
  return `Basic ${Buffer.from(pair).toString('base64')}`
}

/** client_secret_basic. */
export const inHeader = (client: ClientCredentials): ClientAuth => {
  const authorization = basicAuthorization(client)
  return (_server, _client, _body, headers) => headers.set('authorization', authorization)
}

/** client_secret_post, with the provider's parameter name. */
export const inBody =
  (client: ClientCredentials, secret: string, parameter: 'client_id' | 'client_key' = 'client_id'): ClientAuth =>
  (_server, _client, body) => {
    body.set(parameter, client.clientId)
    body.set('client_secret', secret)
  }
