import { z } from 'zod'
import { CursorMeta, CursorPagination, QueryInstant } from './cursors.ts'
import * as endpoints from './endpoints/audit.ts'
import { Id, Instant } from './fields.ts'
import { route } from './route.ts'

const actor = z.enum(['admin', 'app', 'user', 'server'])
const nameNow = z.string().nullable()

export const AuditEvent = z
  .object({
    id: Id,
    createdAt: Instant,
    actor,
    actorId: z.string().nullable(),
    actorName: nameNow.describe('what the admin, app or user is called now; null if it is gone or has no name'),
    action: z.string().describe('noun.verb, such as app.update'),
    appId: Id.nullable(),
    appName: nameNow,
    targetId: z.string().nullable(),
    targetName: nameNow.describe('of an admin, app or user'),
    ip: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEvent' })

export const audit = {
  list: route(endpoints.audit.list, {
    summary: 'List audit events, newest first',
    description:
      'Changes by admins, apps, users and the server itself. Every filter that is given must match. `totalItems` is exact up to ' +
      '10,000; above that `totalIsCapped` is true.',
    input: CursorPagination.extend({
      q: z
        .string()
        .max(320)
        .optional()
        .describe(
          "the name or id of an admin, app or user, a user's account at a provider, or the id of anything else that was changed",
        ),
      actor: actor.optional(),
      actorId: z.string().max(64).optional(),
      action: z.string().max(64).optional().describe('the action or its beginning: `user.`, `app.update`'),
      appId: Id.optional(),
      targetId: z.string().max(255).optional(),
      ip: z.string().max(64).optional().describe('the exact address that it was done from'),
      from: QueryInstant.describe('at this time or later'),
      to: QueryInstant.describe('before this time'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: z.array(AuditEvent),
    meta: CursorMeta,
  }),
}
