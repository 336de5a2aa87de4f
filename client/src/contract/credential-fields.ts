import * as z from 'zod'
import { emptyAsUndefined, text } from './fields.ts'

/** Text that is not normalized: signatures, tokens, codes. */
export const opaque = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`)

/** A token of a provider. */
export const providerToken = opaque(8192).describe("the provider's access token, or the token of a redirect login")

export const tokenType = emptyAsUndefined(z.string().max(64))

/** The text that a wallet has signed. */
export const signedMessage = emptyAsUndefined(z.string().max(4096)).describe(
  'the text of /user/challenge; if missing, the signature is over the legacy sentence',
)

/** A normalized e-mail address: NFKC, lower case, no blanks, one `@` between two parts. */
export const Email = text(3, 320)
  .regex(/^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/u, 'must be an e-mail address')
  .regex(/^[^\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u, 'must not contain invisible characters')
  .overwrite((value) => value.toLowerCase())
