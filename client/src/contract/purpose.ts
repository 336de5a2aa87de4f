import * as z from 'zod'
import { purposes, type Purpose } from './facts/purpose.ts'
import { emptyAsUndefined } from './fields.ts'

const described = (schema: z.ZodOptional) =>
  schema.describe(
    "the purpose; bind and reauthenticate need the user's token and are valid for its session only. Default without a token: " +
      'login; with a token: reauthenticate if the credential is already bound to the user, otherwise bind',
  )

export const purpose = described(emptyAsUndefined(z.enum(purposes))) as z.ZodOptional<z.ZodEnum<{ [P in Purpose]: P }>>

/** Without `bind`: a passkey is bound by a registration, which has its own challenge. */
export const passkeyPurpose = emptyAsUndefined(z.enum(['login', 'reauthenticate'])).describe(
  "the purpose; reauthenticate needs the user's token and is valid for its session only. Default: login without a token, " +
    'reauthenticate with one',
)
