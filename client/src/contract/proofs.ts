import { z } from 'zod'
import { name, text, emptyAsUndefined } from './fields.ts'

/** Text that is not normalized: signatures, tokens, codes. */
const opaque = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`)

const token = opaque(8192).describe("the provider's access token, or the token of a redirect login")
const message = emptyAsUndefined(z.string().max(4096)).describe(
  'the text of /user/challenge; if missing, the signature is over the legacy sentence',
)
const tokenType = emptyAsUndefined(z.string().max(64))

/** A normalized e-mail address: NFKC, lower case, no blanks, one `@` between two parts. */
export const Email = text(3, 320)
  .regex(/^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/u, 'must be an e-mail address')
  .regex(/^[^\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u, 'must not contain invisible characters')
  .overwrite((value) => value.toLowerCase())

const WIDGET_FIELDS = 32

/** https://core.telegram.org/widgets/login */
const widget = z
  .record(z.string().max(64), z.union([z.string().max(4096), z.number(), z.boolean()]))
  .refine((fields) => Object.keys(fields).length <= WIDGET_FIELDS, `must have at most ${WIDGET_FIELDS} fields`)
  // The server limits the number of fields by this before it validates them.
  .meta({ maxProperties: WIDGET_FIELDS })

/**
 * The credential input of each method. The login call takes it with the app's id, the bind call with a user token.
 */
export const proofs = {
  email: {
    email: Email,
    code: z
      .string()
      .trim()
      .regex(/^\d{6}$/, 'must have six digits'),
  },
  google: {
    email: emptyAsUndefined(z.string().max(320)).describe('must be the address of the account, if given'),
    token: emptyAsUndefined(token),
    idToken: emptyAsUndefined(opaque(8192)).describe('an ID token of Google, instead of the access token'),
    nonce: emptyAsUndefined(opaque(256)).describe("the ID token's nonce"),
  },
  discord: { token },
  tiktok: { openId: emptyAsUndefined(z.string().max(256)), token },
  twitter: { token },
  github: { token, tokenType },
  huggingface: { token, tokenType },
  apple: {
    token: opaque(8192).describe('an identity token of Apple, or the token of a redirect login'),
    nonce: emptyAsUndefined(opaque(256)).describe("the identity token's nonce, raw"),
    displayName: emptyAsUndefined(name(1, 64)).describe(
      'the name, which Apple sends to the page at the first login only',
    ),
  },
  telegram: {
    data: z
      .union([z.string().min(1, 'must not be empty').max(16_384), widget])
      .describe('unmodified init data of a mini-app, or the result of the Login Widget'),
  },
  ethereum: { ethAddress: z.string().max(64), signature: opaque(16_384).describe('0x…, by personal_sign'), message },
  solana: { solAddress: z.string().max(64), signature: opaque(256).describe('base58'), message },
} as const
export type ProofMethod = keyof typeof proofs

/** The parsed credential input of a method. */
export type CredentialInput<M extends ProofMethod> = z.output<z.ZodObject<(typeof proofs)[M]>>
