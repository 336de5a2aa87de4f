import { z } from 'zod'
import { Id, Instant } from './fields.ts'
import { route } from './route.ts'

/** Tokens that users show to a partner's server. */
export const appTokens = {
  verify: route({
    method: 'POST',
    path: '/app/tokens/verify',
    auth: 'app',
    summary: 'Verify a user token, and that its session has not ended',
    description:
      'Partners that verify tokens offline with the key set see neither a logout nor a disabled user; this call does. ' +
      'It counts as a use of the session.',
    input: z.object({ token: z.string().min(1).max(4096).describe('the token as the user sent it, without `Bearer`') }),
    output: z.object({
      userId: Id.describe('the user'),
      sessionId: Id.describe('the session of the token'),
      expiresAt: Instant.describe('when the session ends unless it is used'),
    }),
    errors: ['token_not_valid'],
  }),
}
