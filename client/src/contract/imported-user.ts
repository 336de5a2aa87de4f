import * as z from 'zod'
import { HttpUrl, Id, PastInstant, text, Username } from './fields.ts'
import { providers } from './providers.ts'

/** An identity to import. A username must satisfy the rules of the login, otherwise its owner could never use it. */
const Identity = z
  .object({ provider: z.enum(providers), subject: text(1, 512), display: text(1, 320).optional() })
  .superRefine(({ provider, ...names }, context) => {
    if (provider !== 'username') return
    for (const [key, value] of Object.entries(names)) {
      if (value === undefined) continue
      const issue = Username.safeParse(value).error?.issues[0]?.message
      if (issue) context.addIssue({ code: 'custom', path: [key], message: issue })
    }
  })

/** A user of an older deployment, imported with its id. */
export const ImportedUser = z.object({
  id: Id,
  identities: z.array(Identity).max(providers.length).default([]),
  passwordHash: z
    .string()
    .max(512)
    .optional()
    .describe('argon2, bcrypt, scrypt or PBKDF2, in PHC or modular crypt form'),
  referCode: z
    .string()
    .regex(/^[A-Z0-9]{8}$/, 'must be 8 characters of A–Z and 0–9')
    .optional(),
  referrer: Id.optional().describe('a user of this app that exists already or precedes this one in the call'),
  displayName: text(1, 64).nullable().optional(),
  avatar: HttpUrl.nullable().optional(),
  createdAt: PastInstant.optional(),
  lastSeenAt: PastInstant.optional(),
})
