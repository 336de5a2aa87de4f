import * as z from 'zod'
import * as endpoints from './endpoints/app-tokens.ts'
import { Id, Instant } from './fields.ts'
import { route } from './route.ts'

/** Tokens that users send to a partner's server. */
export const appTokens = {
  verify: route(endpoints.appTokens.verify, {
    access: 'read',
    summary: 'Verify a user token, and that its session has not ended',
    description:
      'Offline verification with the key set detects neither a logout nor a disabled user; this call does. ' +
      'It counts as a use of the session.',
    input: z.object({ token: z.string().min(1).max(4096).describe('the token as the user sent it, without `Bearer`') }),
    output: z.object({
      userId: Id.describe('the user'),
      sessionId: Id.describe('the session of the token'),
      expiresAt: Instant.describe('when the session expires if it is not used'),
    }),
    errors: ['token_not_valid'],
  }),
}
