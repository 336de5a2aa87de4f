import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { Id, emptyAsUndefined, flag } from './fields.ts'
import { reauthenticated, reauthentication, reauthenticationErrors } from './reauthentication.ts'
import { type Auth, route } from './route.ts'
import { amount, idempotencyKey, rpcUrl, sendErrors } from './sending.ts'

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
const sends = <A extends Auth, S extends z.ZodRawShape>(auth: A, base: `/${string}`, scope: S, more: ErrorCode[]) => ({
  sendToken: route({
    method: 'POST',
    path: `${base}/solana/send-token`,
    auth,
    summary:
      "Send SOL or an SPL token from the user's Solana wallet; the recipient's token account is created if needed",
    description:
      "The server builds, simulates, signs and sends the transaction, under the rules of the app's wallet policy. It answers once the chain has accepted the transaction; `transactions.list` has the final status.",
    input: z.object({ ...scope, ...SendToken.shape }),
    output: Signature,
    errors: [...sendErrors, 'token_not_supported', ...more],
  }),
  signTransaction: route({
    method: 'POST',
    path: `${base}/solana/sign-transaction`,
    auth,
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

/** The kinds of decoded instructions. Programs can do more, which the simulation shows. */
export const solanaActionKinds = [
  ...(['sol_transfer', 'account_creation', 'token_account_creation'] as const),
  ...(['token_account_closing', 'token_transfer', 'token_burn'] as const),
] as const

/** The first seven come from the instructions, the last four from the simulation alone. */
export const solanaWarningCodes = [
  ...(['approve', 'set_authority', 'close_account', 'assign', 'durable_nonce'] as const),
  ...(['unknown_program', 'unknown_instruction'] as const),
  ...(['approved', 'authority', 'reassigned', 'account_lost'] as const),
] as const

const mint = z.string().nullable().describe("the mint's address; null for SOL or if unknown")
const decimals = z.int().nullable().describe('number of digits after the decimal point; null if unknown')

export const SolanaAction = z
  .object({
    kind: z.enum(solanaActionKinds),
    program: z.string().describe('the program that is called'),
    from: z.string().nullable().describe('the payer; for tokens their owner or delegate'),
    to: z
      .string()
      .nullable()
      .describe('the recipient: the owner of an associated token account, otherwise the account itself'),
    fromAccount: z.string().nullable().describe('the token account that is debited or closed'),
    toAccount: z.string().nullable().describe('the token account that is credited or created'),
    token: mint,
    amount: z.string().nullable().describe('in smallest units of the token, or lamports; null if there is none'),
    decimals,
    rent: z
      .string()
      .nullable()
      .describe('maximum lamports for a new token account; none are taken if it exists by then'),
    assignedTo: z.string().nullable().describe('the program that a new account belongs to'),
    ours: z.boolean().describe('whether this wallet authorizes it'),
  })
  .meta({ id: 'SolanaAction' })
export type SolanaAction = z.output<typeof SolanaAction>

export const SolanaWarning = z
  .object({
    code: z.enum(solanaWarningCodes),
    program: z.string().nullable().describe('the program that is called; null for findings of the simulation'),
  })
  .meta({ id: 'SolanaWarning' })
export type SolanaWarning = z.output<typeof SolanaWarning>

export const SolanaPreview = z
  .object({
    feePayer: z.string(),
    fee: z
      .string()
      .describe("maximum lamports that this wallet pays in fees, even on failure; '0' if another account pays"),
    lamports: z
      .string()
      .describe(
        "change of this wallet's lamports in the simulation, fee included, negative for outgoing; '0' if it fails",
      ),
    tokens: z
      .array(
        z.object({
          account: z.string().describe('the token account'),
          mint: z.string(),
          change: z.string().describe('in smallest units, negative for outgoing'),
          decimals,
          associated: z
            .boolean()
            .describe(
              "whether it is the wallet's associated account; another account may change its owner before inclusion",
            ),
        }),
      )
      .describe("changes of this wallet's token accounts in the simulation, one per account; empty if it fails"),
    actions: z.array(SolanaAction).describe('the decoded instructions in order'),
    programs: z
      .array(z.object({ id: z.string(), name: z.string().nullable().describe('null for unknown programs') }))
      .describe('programs that the instructions call; these may call others'),
    warnings: z.array(SolanaWarning).describe('effects beyond the amounts, or at a later time'),
    refusal: z
      .object({
        code: z.enum(['policy_refused', 'transaction_refused', 'insufficient_balance']),
        message: z.string(),
        issues: z
          .array(z.object({ path: z.string(), message: z.string() }))
          .describe('for `policy_refused`, the path is the name of the rule'),
      })
      .nullable()
      .describe('the error that sign-transaction with isSend false would return now; null if it would sign'),
  })
  .meta({ id: 'SolanaPreview' })
export type SolanaPreview = z.output<typeof SolanaPreview>

/** Errors that a send would return at this time. */
export const solanaSendRefusals = [
  ...(['invalid_address', 'invalid_amount', 'insufficient_balance'] as const),
  ...(['token_not_supported', 'transaction_refused', 'policy_refused'] as const),
] as const

/** Warnings about a recipient. */
export const solanaSendWarnings = ['own_address', 'program', 'unused_address', 'first_send'] as const

export const SolanaSendPreview = z
  .object({
    fee: z.string().nullable().describe('lamports for signature and priority; null if refused'),
    total: z
      .string()
      .nullable()
      .describe("total outgoing lamports: fee, rent of the recipient's token account, and the amount for SOL"),
    most: z.string().nullable().describe('maximum lamports that can be sent, without the fee; null for tokens'),
    warnings: z
      .array(z.enum(solanaSendWarnings))
      .describe(
        'own_address: the address of this wallet; program: only a program can move funds from it; unused_address: the chain has no such account; first_send: this user has not sent to it before',
      ),
    refusal: z
      .object({
        code: z.enum(solanaSendRefusals),
        message: z.string(),
        issues: z.array(z.object({ path: z.string(), message: z.string() })),
      })
      .nullable()
      .describe('the error that send-token would return now, without daily limits; null if it would send'),
  })
  .meta({ id: 'SolanaSendPreview' })
export type SolanaSendPreview = z.output<typeof SolanaSendPreview>

/** A logged-in user's Solana wallet. */
export const solana = {
  ...sends('user', '/user', {}, []),
  previewTransaction: route({
    method: 'POST',
    path: '/user/solana/preview-transaction',
    auth: 'user',
    summary:
      'Preview the effects of a transaction on the Solana wallet and whether it would be signed; nothing is signed',
    description:
      'Players see this before they consent to sign. The amounts are those of a simulation on the current state of the chain.',
    input: z.object({ rpcUrl, transaction: SignTransaction.shape.transaction }),
    output: SolanaPreview,
    errors: [
      ...(['rpc_not_allowed', 'invalid_transaction', 'not_a_signer', 'transaction_refused'] as const),
      ...(['chain_unavailable', 'chain_answer_unusable', 'chain_timeout'] as const),
    ],
  }),
  previewSend: route({
    method: 'POST',
    path: '/user/solana/preview-send',
    auth: 'user',
    summary: 'Preview a send from the Solana wallet',
    description:
      'Builds, simulates and judges the transfer as send-token does. Returns the fee, the total, warnings about the recipient and the error, if any. Nothing is signed, stored or reserved; daily limits are checked at the send.',
    input: SendToken.omit({ idempotencyKey: true }),
    output: SolanaSendPreview,
    errors: ['rpc_not_allowed', 'chain_unavailable', 'chain_answer_unusable', 'chain_timeout'],
  }),
  signMessage: route({
    method: 'POST',
    path: '/user/solana/sign-message',
    auth: 'user',
    summary: "Sign a message with the user's Solana wallet, as wallets' signMessage does; never a transaction",
    description:
      'The signature is over the bytes of the text. Text that could be a transaction or a login message of this app is refused.',
    input: z.object({ message: z.string().min(1, 'must not be empty').max(16_384) }),
    output: Signature,
    errors: ['blind_signing', 'login_message', 'policy_refused'],
  }),
  privateKey: route({
    method: 'POST',
    path: '/user/solana/private-key',
    auth: 'user',
    summary: "Show the private key of the user's Solana wallet, after a reauthentication; audited, and off by default",
    description:
      'The app must have the export switched on. A session older than five minutes also needs the password, or the proof of a bound account.',
    input: z.object({ ...reauthentication, ...reauthenticated }),
    output: z.string().describe('base58 of the 64 bytes that wallets import: seed, then public key'),
    errors: ['export_disabled', 'policy_refused', ...reauthenticationErrors],
  }),
}

/** The Solana wallets of an app's users, for its partner's server. */
export const appSolana = sends('app', '/app/users/{id}', { id: Id }, ['user_not_found', 'user_disabled'])
