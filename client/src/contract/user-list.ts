import * as z from 'zod'
import { CursorPagination, QueryInstant } from './cursors.ts'
import { providers } from './providers.ts'

/** How operators narrow, sort and page lists of users. Every filter that is given must match. */
export const UserListInput = CursorPagination.extend({
  q: z
    .string()
    .max(320)
    .optional()
    .describe(
      "an id, a wallet address, a refer code or external id, or the beginning of a username, display name, e-mail address or a provider's name or id of the account",
    ),
  state: z.enum(['active', 'disabled']).optional().describe('`disabled`: an operator or the app disabled the user'),
  method: z.enum(providers).optional().describe('only users with an identity of this provider'),
  createdFrom: QueryInstant.describe('registered at this time or later'),
  createdTo: QueryInstant.describe('registered before this time'),
  lastSeenFrom: QueryInstant.describe('last seen at this time or later'),
  lastSeenTo: QueryInstant.describe('last seen before this time'),
  sortBy: z.enum(['createdAt', 'lastSeenAt']).default('createdAt'),
  order: z.enum(['asc', 'desc']).default('desc'),
})
