import * as z from 'zod'
import { Email, opaque, providerToken, signedMessage, tokenType } from './credential-fields.ts'
import { emptyAsUndefined, name } from './fields.ts'

/**
 * What the inputs of login methods are made of. Files of methods get it as an argument: pages load those files for the
 * facts, and must not load schemas with them.
 */
export const inputFields = {
  Email,
  opaque,
  providerToken,
  signedMessage,
  tokenType,
  emptyAsUndefined,
  name,
  // Not `z` itself, of which a bundler would then keep everything.
  z: { string: z.string, number: z.number, boolean: z.boolean, union: z.union, record: z.record },
}
export type InputFields = typeof inputFields
