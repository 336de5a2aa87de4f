import * as z from 'zod'
import type { Auth, EndpointsLike } from './endpoints/endpoint.ts'
import * as endpoints from './endpoints/solana.ts'
import type { ErrorCode } from './errors.ts'
import { Id, emptyAsUndefined, flag } from './fields.ts'
import { reauthenticated, reauthentication, reauthenticationErrors } from './reauthentication.ts'
import { route } from './route.ts'
import { amount, idempotencyKey, rpcUrl, sendErrors } from './sending.ts'
import { SolanaPreview, SolanaSendPreview } from './solana-preview.ts'

const SendToken = z.object({
  rpcUrl,
  address: z.string().max(64).describe("the recipient's address"),
  token: z.string().max(64).describe("'SOL', or a mint's address"),
  amount: amount.describe('in smallest units (lamports for SOL), decimal digits'),
  idempotencyKey,
})
export type SolanaSendToken = z.output<typeof SendToken>

const SignTransaction = z.object({
  rpcUrl,
  transaction: z
    .string()
    .min(1)
    .max(4096)
    .describe('base64 of a legacy or v0 transaction, with or without signatures of others'),
  isSend: emptyAsUndefined(flag(z.boolean())).describe('false: sign only; default: sign and send'),
  idempotencyKey,
})
export type SolanaSignTransaction = z.output<typeof SignTransaction>

const Signature = z.object({ signature: z.string().describe('base58') })

/** The sends of a user's own wallet and of a partner's users. */
const sends = <A extends Auth, S extends z.ZodRawShape>(
  at: EndpointsLike<typeof endpoints.appSolana, A>,
  scope: S,
  more: ErrorCode[],
) => ({
  sendToken: route(at.sendToken, {
    summary:
      "Send SOL or an SPL token from the user's Solana wallet; the recipient's token account is created if needed",
    description:
      "The server builds, simulates, signs and sends the transaction, under the rules of the app's wallet policy. It answers once the chain has accepted the transaction; `transactions.list` has the final status.",
    input: z.object({ ...scope, ...SendToken.shape }),
    output: Signature,
    errors: [...sendErrors, 'token_not_supported', ...more],
  }),
  signTransaction: route(at.signTransaction, {
    summary: "Sign a transaction with the user's Solana wallet, after it was decoded and simulated, and send it",
    description: 'The wallet policy judges the transaction by its instructions and by a simulation.',
    input: z.object({ ...scope, ...SignTransaction.shape }),
    output: z.object({
      signature: z.string().describe("base58 of this wallet's signature"),
      transaction: z.string().describe('base64 of the signed transaction'),
    }),
    errors: [...sendErrors, 'invalid_transaction', 'not_a_signer', ...more],
  }),
})

/** A logged-in user's Solana wallet. */
export const solana = {
  ...sends(endpoints.solana, {}, []),
  previewTransaction: route(endpoints.solana.previewTransaction, {
    summary:
      'Preview the effects of a transaction on the Solana wallet and whether it would be signed; nothing is signed',
    description:
      'Players see this before they consent to sign. The amounts are those of a simulation on the current state of the chain.',
    input: z.object({ rpcUrl, transaction: SignTransaction.shape.transaction }),
    output: SolanaPreview,
    errors: [
      'rpc_not_allowed',
      'invalid_transaction',
      'not_a_signer',
      'transaction_refused',
      'chain_unavailable',
      'chain_answer_unusable',
      'chain_timeout',
    ],
  }),
  previewSend: route(endpoints.solana.previewSend, {
    summary: 'Preview a send from the Solana wallet',
    description:
      'Builds, simulates and judges the transfer as send-token does. Returns the fee, the total, warnings about the recipient and the error, if any. Nothing is signed, stored or reserved; daily limits are checked at the send.',
    input: SendToken.omit({ idempotencyKey: true }),
    output: SolanaSendPreview,
    errors: ['rpc_not_allowed', 'chain_unavailable', 'chain_answer_unusable', 'chain_timeout'],
  }),
  signMessage: route(endpoints.solana.signMessage, {
    summary: "Sign a message with the user's Solana wallet, as wallets' signMessage does; never a transaction",
    description:
      'The signature is over the bytes of the text. Text that could be a transaction or a login message of this app is refused.',
    input: z.object({ message: z.string().min(1, 'must not be empty').max(16_384) }),
    output: Signature,
    errors: ['blind_signing', 'login_message', 'policy_refused'],
  }),
  privateKey: route(endpoints.solana.privateKey, {
    summary: "Show the private key of the user's Solana wallet, after a reauthentication; audited, and off by default",
    description:
      'The app must have the export switched on. A session older than five minutes also needs the password, or the proof of a bound account.',
    input: z.object({ ...reauthentication, ...reauthenticated }),
    output: z.string().describe('base58 of the 64 bytes that wallets import: seed, then public key'),
    errors: ['export_disabled', 'policy_refused', ...reauthenticationErrors],
  }),
}

/** The Solana wallets of an app's users, for its partner's server. */
export const appSolana = sends(endpoints.appSolana, { id: Id }, ['user_not_found', 'user_disabled'])
