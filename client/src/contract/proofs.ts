import { z } from 'zod'
import { name, text, emptyAsUndefined } from './fields.ts'

/** Text that is compared with nothing as typed: signatures, tokens, codes. */
const opaque = (max: number) =>
  z.string().trim().min(1, 'must not be empty').max(max, `must have at most ${max} characters`)

const token = opaque(8192).describe("the provider's access token, or what a redirect login handed to the page")
const message = emptyAsUndefined(z.string().max(4096)).describe(
  'the text of /user/challenge; without it the legacy sentence is meant',
)
const tokenType = emptyAsUndefined(z.string().max(64))

/** An e-mail address as it is compared: NFKC, no blanks, the one `@` between two parts, in lower case. */
export const Email = text(3, 320)
  .regex(/^[^\s@<>()[\]\\,;:"]{1,64}@[^\s@<>()[\]\\,;:"]+\.[^\s@<>()[\]\\,;:".]+$/u, 'must be an e-mail address')
  .regex(/^[^\p{Cf}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]*$/u, 'must not contain invisible characters')
  .overwrite((value) => value.toLowerCase())

const WIDGET_FIELDS = 32

/** https://core.telegram.org/widgets/login */
const widget = z
  .record(z.string().max(64), z.union([z.string().max(4096), z.number(), z.boolean()]))
  .refine((fields) => Object.keys(fields).length <= WIDGET_FIELDS, `must have at most ${WIDGET_FIELDS} fields`)
  // The server counts the fields by this before it validates them.
  .meta({ maxProperties: WIDGET_FIELDS })

/**
 * What a caller shows of itself, by method: the login call takes it with the app's id, the bind call with a user's
 * token.
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
    email: emptyAsUndefined(z.string().max(320)).describe('must be the address of the account, where it is given'),
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
    token: opaque(8192).describe('an identity token of Apple, or what a redirect login handed to the page'),
    nonce: emptyAsUndefined(opaque(256)).describe("the identity token's nonce, raw"),
    displayName: emptyAsUndefined(name(1, 64)).describe('the name, which Apple tells the page at the first login only'),
  },
  telegram: {
    data: z
      .union([z.string().min(1, 'must not be empty').max(16_384), widget])
      .describe('init data of a mini-app as Telegram gave it, or what the Login Widget returned'),
  },
  ethereum: { ethAddress: z.string().max(64), signature: opaque(16_384).describe('0x…, by personal_sign'), message },
  solana: { solAddress: z.string().max(64), signature: opaque(256).describe('base58'), message },
} as const
export type ProofMethod = keyof typeof proofs

/** What the server reads of a method's proof. */
export type CredentialInput<M extends ProofMethod> = z.output<z.ZodObject<(typeof proofs)[M]>>
