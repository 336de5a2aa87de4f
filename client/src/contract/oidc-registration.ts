import * as z from 'zod'
import { ReturnAddresses } from './oidc-client-fields.ts'
import { name } from './fields.ts'

/**
 * What is read of the metadata of a client that registers itself (RFC 7591, section 2). The rest is ignored, addresses of keys, logos and
 * log-outs too: the server calls none that a stranger names.
 */
export const RegisteredClientMetadata = z.object({
  redirect_uris: ReturnAddresses.min(1).max(5),
  client_name: name(1, 64).optional(),
  grant_types: z.array(z.string().max(100)).max(10).optional(),
  response_types: z.array(z.string().max(100)).max(10).optional(),
})
export type RegisteredClientMetadata = z.output<typeof RegisteredClientMetadata>
