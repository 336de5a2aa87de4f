import { z } from 'zod'
import { Id, Instant, PageMeta, Pagination } from './fields.ts'
import { route } from './route.ts'

export const AuditEvent = z
  .object({
    id: Id,
    createdAt: Instant,
    actor: z.enum(['admin', 'app', 'user', 'server']),
    actorId: z.string().nullable(),
    action: z.string().describe('noun.verb, such as app.update'),
    appId: Id.nullable(),
    targetId: z.string().nullable(),
    ip: z.string().nullable(),
    details: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'AuditEvent' })

export const audit = {
  list: route({
    method: 'GET',
    path: '/admin/audit',
    auth: 'admin',
    summary: 'List audit events, newest first',
    description: 'Changes by admins, apps, users and the server itself. Filter by app or by action.',
    input: Pagination.extend({ appId: Id.optional(), action: z.string().max(64).optional() }),
    output: z.array(AuditEvent),
    meta: PageMeta,
  }),
}
