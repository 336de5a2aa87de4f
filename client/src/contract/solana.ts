import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { Id, unless } from './fields.ts'
import { fresh, freshRefusals } from './fresh-proof.ts'
import { type Auth, route } from './route.ts'
import { amount, idempotencyKey, rpcUrl, sendRefusals } from './sending.ts'

const SendToken = z.object({
  rpcUrl,
  address: z.string().max(64).describe('to whom'),
  token: z.string().max(64).describe("'SOL', or a mint's address"),
  amount: amount.describe('in smallest units (lamports for SOL), decimal digits'),
  idempotencyKey,
})
export type SolanaSendToken = z.output<typeof SendToken>

const SignTransaction = z.object({
  rpcUrl,
  transaction: z.string().min(1).max(4096).describe('base64 of a legacy or v0 transaction, signed by others or not'),
  isSend: unless(z.boolean()).describe('false: it is signed and nothing is sent; sent unless given'),
  idempotencyKey,
})
export type SolanaSignTransaction = z.output<typeof SignTransaction>

const Signature = z.object({ signature: z.string().describe('base58') })

/** What the user may do with its own wallet, and a partner with that of its user: one declaration for both. */
const sends = <A extends Auth, S extends z.ZodRawShape>(auth: A, base: `/${string}`, scope: S, more: ErrorCode[]) => ({
  sendToken: route({
    method: 'POST',
    path: `${base}/solana/send-token`,
    auth,
    summary: "Send SOL or an SPL token from the user's Solana wallet; the recipient's token account is made if need be",
    input: z.object({ ...scope, ...SendToken.shape }),
    output: Signature,
    errors: [...sendRefusals, 'token_not_supported', ...more],
  }),
  signTransaction: route({
    method: 'POST',
    path: `${base}/solana/sign-transaction`,
    auth,
    summary: "Sign a transaction with the user's Solana wallet, after it was decoded and simulated, and send it",
    input: z.object({ ...scope, ...SignTransaction.shape }),
    output: z.object({
      signature: z.string().describe("base58 of this wallet's signature"),
      transaction: z.string().describe('base64 of the signed transaction'),
    }),
    errors: [...sendRefusals, 'invalid_transaction', 'not_a_signer', ...more],
  }),
})

/** A logged-in user's Solana wallet. */
export const solana = {
  ...sends('user', '/user', {}, []),
  signMessage: route({
    method: 'POST',
    path: '/user/solana/sign-message',
    auth: 'user',
    summary: "Sign a message with the user's Solana wallet, as wallets' signMessage does; never a transaction",
    input: z.object({ message: z.string().min(1, 'must not be empty').max(16_384) }),
    output: Signature,
    errors: ['blind_signing', 'policy_refused'],
  }),
  privateKey: route({
    method: 'POST',
    path: '/user/solana/private-key',
    auth: 'user',
    summary: "Show the private key of the user's Solana wallet, to a login that is fresh; audited, and off by default",
    input: z.object(fresh),
    output: z.string().describe('base58 of the 64 bytes that wallets import: seed, then public key'),
    errors: ['export_disabled', 'policy_refused', ...freshRefusals],
  }),
}

/** The Solana wallets of an app's users, for its partner's server. */
export const appSolana = sends('app', '/app/users/{id}', { id: Id }, ['user_not_found', 'user_disabled'])
