import * as z from 'zod'
import { CursorMeta, CursorPagination, QueryInstant } from './cursors.ts'
import * as endpoints from './endpoints/audit.ts'
import { AUDIT_LINKS, auditFaults } from './facts/audit.ts'
import { decimal, Id, Instant } from './fields.ts'
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
    restoredAt: Instant.nullable().describe(
      'when a restore brought the line in without a link of the chain: nothing proves what it was before',
    ),
    seq: z.int().nullable().describe('its number in the chain; null within the second after it was written'),
  })
  .meta({ id: 'AuditEvent' })

const seq = z.int().min(0)
const Hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be 64 hexadecimal digits')
const signature = z.string().describe('Ed25519, in base64url')
const key = z.string().describe('the public key that verifies the signatures: Ed25519, in base64url')

const After = decimal(z.int().min(0)).optional().describe('the start of the batch: `next` of the previous answer')
const Next = z.string().nullable().describe('the start of the next batch; null after the last')
const limit = decimal(z.int().min(100).max(AUDIT_LINKS)).default(AUDIT_LINKS).describe('links in this batch')

const AuditCheckpoint = z
  .object({
    seq,
    hash: Hash,
    at: Instant,
    removed: z.int().describe('lines that were removed since the beginning'),
    intact: z.boolean().describe('whether the chain proved all of them when they were removed'),
    signature,
  })
  .meta({ id: 'AuditCheckpoint' })

const AuditChain = z
  .object({
    key,
    lines: z.int().describe('chained lines that are stored'),
    since: Instant.nullable().describe('when the first of them was chained'),
    head: z.object({ seq, hash: Hash, chainedAt: Instant, signature: signature.nullable() }).nullable(),
    checkpoint: AuditCheckpoint.nullable().describe('what retention has removed; null: nothing'),
    pending: z.int().describe('lines that wait to be chained'),
    restored: z.int().describe('lines that a restore brought in without a link of the chain'),
  })
  .meta({ id: 'AuditChain' })

const AuditFinding = z
  .object({
    seq: seq.nullable().describe('null: the line has no link'),
    fault: z.enum(auditFaults),
    eventId: Id.nullable(),
    action: z.string().nullable(),
    createdAt: Instant.nullable(),
  })
  .meta({ id: 'AuditFinding' })

const AuditLink = z
  .object({
    seq,
    hash: Hash,
    chainedAt: Instant,
    signature: signature.nullable(),
    previous: Hash.nullable().describe('the hash of the link before, where that is not among these'),
    digest: Hash.nullable().describe('the SHA-256 of a line that was not asked for'),
    line: z
      .object({
        id: Id,
        createdAt: Instant,
        actor: z.string(),
        actorId: z.string().nullable(),
        action: z.string(),
        appId: Id.nullable(),
        targetId: z.string().nullable(),
        ip: z.string().nullable(),
        details: z.unknown(),
        restoredAt: Instant.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'AuditLink' })

export const audit = {
  chain: route(endpoints.audit.chain, {
    summary: 'Show the chain of the audit trail: its head, its key, and what waits',
    description:
      'Every line is linked to the one before by a hash, and the server signs the links. Keep the head elsewhere: a chain that no longer has it was cut off.',
    input: z.object({}),
    output: AuditChain,
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
  verify: route(endpoints.audit.verify, {
    summary: 'Verify the chain of the audit trail; changes nothing',
    description:
      'Call it again with `after` set to the `next` of the last answer until `next` is null. The last batch judges lines outside the chain and the given head too.',
    input: z.object({
      after: After,
      limit,
      headSeq: decimal(seq).optional().describe('a head of before, which the chain must still have: its number'),
      headHash: Hash.optional().describe('and its hash'),
    }),
    output: z.object({
      next: Next,
      total: z.int().describe('links of the chain'),
      held: z.int().describe('lines of this batch that the chain proves'),
      failed: z.int().describe('lines of this batch that it does not prove, and other faults'),
      first: AuditFinding.nullable(),
    }),
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
  extract: route(endpoints.audit.extract, {
    summary: 'Read lines of the audit trail with all that proves them',
    description:
      'In the order of the chain. Lines that were not asked for, and lie between a line and the signature that proves it, are digests. ' +
      'Call it again with `after` set to the `next` of the last answer until `next` is null; a batch may be empty.',
    input: z.object({
      after: After,
      limit,
      action: z.string().max(64).optional().describe('the action or its beginning: `user.`, `app.update`'),
      appId: Id.optional(),
      from: QueryInstant.describe('at this time or later'),
      to: QueryInstant.describe('before this time'),
    }),
    output: z.object({
      key,
      checkpoint: AuditCheckpoint.nullable(),
      next: Next,
      done: z.int().describe('the number of the last link that was looked at'),
      links: z.array(AuditLink),
    }),
    errors: ['key_service_unavailable', 'signer_unavailable'],
  }),
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
