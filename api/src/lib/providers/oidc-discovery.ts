import * as z from 'zod'
import type { Outbound } from '../outbound.ts'
import { printable, ProviderMisconfiguredError } from '../provider-errors.ts'
import { parseAnswer, readJson } from './read-json.ts'

const Address = z.url({ protocol: /^https?$/ }).max(2048)
/** OpenID Connect Discovery 1.0, section 3; RFC 9207, section 3. */
const Metadata = z.object({
  issuer: z.string(),
  authorization_endpoint: Address,
  token_endpoint: Address,
  jwks_uri: Address,
  userinfo_endpoint: Address.optional(),
  id_token_signing_alg_values_supported: z.array(z.string()).default(['RS256']),
  authorization_response_iss_parameter_supported: z.boolean().default(false),
})
export type Metadata = z.output<typeof Metadata>

/** The address of a discovery document: section 4.1, a slash at the end of the issuer is not doubled. */
const discoveryAddress = (issuer: string): string => `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`

/**
 * Reads a discovery document. A document of another issuer is refused (section 4.3): it would let one provider speak for
 * another. Throws ProviderUnavailableError and ProviderMisconfiguredError.
 */
export const discover = async (issuer: string, outbound: Outbound): Promise<Metadata> => {
  const response = await outbound(discoveryAddress(issuer), { headers: { accept: 'application/json' } })
  if (response.status !== 200)
    throw new ProviderMisconfiguredError(`${discoveryAddress(issuer)} answered with status ${response.status}`)
  const metadata = parseAnswer(Metadata, await readJson(response, 'oidc'), 'oidc')
  if (metadata.issuer !== issuer)
    throw new ProviderMisconfiguredError(`The discovery document is of the issuer ${printable(metadata.issuer)}`)
  const { authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint = issuer } = metadata
  const endpoints = [authorization_endpoint, token_endpoint, jwks_uri, userinfo_endpoint]
  if (issuer.startsWith('https:') && endpoints.some((address) => !address.startsWith('https:')))
    throw new ProviderMisconfiguredError('The discovery document names an address without TLS')
  return metadata
}
