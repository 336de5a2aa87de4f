import { z } from 'zod'
import { HttpUrl, Id, Instant, text } from './fields.ts'
import { providers } from './providers.ts'

/** A user of an older deployment, to be taken over with its id. */
export const ImportedUser = z.object({
  id: Id,
  identities: z
    .array(z.object({ provider: z.enum(providers), subject: text(1, 320), display: text(1, 320).optional() }))
    .max(12)
    .default([]),
  passwordHash: z.string().max(512).optional().describe('argon2id or bcrypt, in PHC or modular crypt form'),
  referCode: z
    .string()
    .regex(/^[A-Z0-9]{8}$/)
    .optional(),
  referrer: Id.optional().describe('a user of this app, here already or earlier in the same call'),
  displayName: text(1, 64).nullable().optional(),
  avatar: HttpUrl.nullable().optional(),
  createdAt: Instant.optional(),
  lastSeenAt: Instant.optional(),
})
