import * as z from 'zod'
import * as endpoints from './endpoints/signing-keys.ts'
import { Instant } from './fields.ts'
import { route } from './route.ts'

export const SigningKey = z
  .object({
    kid: z.string(),
    status: z.enum(['next', 'current', 'previous']).describe('only the current key signs; all three verify'),
    publicKey: z.string().describe('PEM (SPKI)'),
    createdAt: Instant,
    activeAt: Instant,
  })
  .meta({ id: 'SigningKey' })

export const signingKeys = {
  list: route(endpoints.signingKeys.list, {
    summary: 'List the keys that sign and verify session tokens',
    description: 'The next, the current and the previous keys, as in `/.well-known/jwks.json`.',
    input: z.object({}),
    output: z.array(SigningKey),
  }),
  rotate: route(endpoints.signingKeys.rotate, {
    summary: 'Publish a new key now; it signs after the overlap, and the old key still verifies',
    description: 'Partners that cache the key set must fetch it within the overlap. All tokens stay valid.',
    input: z.object({
      overlapSeconds: z
        .int()
        .min(0)
        .max(30 * 86_400)
        .default(3600)
        .describe('how long partners have to fetch the new key before tokens carry it'),
    }),
    output: SigningKey,
    status: 201,
  }),
}
