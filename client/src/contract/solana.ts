import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { Id, emptyAsUndefined } from './fields.ts'
import { reauthenticated, reauthentication, reauthenticationErrors } from './reauthentication.ts'
import { type Auth, route } from './route.ts'
import { amount, idempotencyKey, rpcUrl, sendErrors } from './sending.ts'

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
  isSend: emptyAsUndefined(z.boolean()).describe(
    'false: it is signed and nothing is sent; sent emptyAsUndefined given',
  ),
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
    description:
      "The server builds, simulates, signs and sends the transaction, under the rules of the app's wallet policy. The answer comes when the chain has it; `transactions.list` tells how it ended.",
    input: z.object({ ...scope, ...SendToken.shape }),
    output: Signature,
    errors: [...sendErrors, 'token_not_supported', ...more],
  }),
  signTransaction: route({
    method: 'POST',
    path: `${base}/solana/sign-transaction`,
    auth,
    summary: "Sign a transaction with the user's Solana wallet, after it was decoded and simulated, and send it",
    description:
      'What the transaction does is read from its instructions and from a simulation, and judged by the wallet policy.',
    input: z.object({ ...scope, ...SignTransaction.shape }),
    output: z.object({
      signature: z.string().describe("base58 of this wallet's signature"),
      transaction: z.string().describe('base64 of the signed transaction'),
    }),
    errors: [...sendErrors, 'invalid_transaction', 'not_a_signer', ...more],
  }),
})

/** What the instructions of a transaction do, as far as they can be read; programs may do more, which the simulation shows. */
export const solanaActionKinds = [
  ...(['sol_transfer', 'account_creation', 'token_account_creation'] as const),
  ...(['token_account_closing', 'token_transfer', 'token_burn'] as const),
] as const

/** The first seven stand in the instructions; the last four are what only the simulation showed. */
export const solanaWarningCodes = [
  ...(['approve', 'set_authority', 'close_account', 'assign', 'durable_nonce'] as const),
  ...(['unknown_program', 'unknown_instruction'] as const),
  ...(['approved', 'authority', 'reassigned', 'account_lost'] as const),
] as const

const mint = z.string().nullable().describe("the mint's address; null for SOL, or where nobody tells")
const decimals = z.int().nullable().describe('how many digits stand behind the point; null where nobody tells')

export const SolanaAction = z
  .object({
    kind: z.enum(solanaActionKinds),
    program: z.string().describe('the program that is called'),
    from: z.string().nullable().describe('who pays; of tokens their owner, or a delegate who may move them'),
    to: z
      .string()
      .nullable()
      .describe('whom it pays: the owner of an associated token account, of any other the account itself'),
    fromAccount: z.string().nullable().describe('the token account that is taken from or closed'),
    toAccount: z.string().nullable().describe('the token account that gets it or is made'),
    token: mint,
    amount: z.string().nullable().describe('in smallest units of the token, or lamports; null where none is named'),
    decimals,
    rent: z.string().nullable().describe('lamports at most that a new token account takes, unless it is there by then'),
    assignedTo: z.string().nullable().describe('the program that a new account belongs to'),
    ours: z.boolean().describe('whether this wallet gives the leave for it'),
  })
  .meta({ id: 'SolanaAction' })
export type SolanaAction = z.output<typeof SolanaAction>

export const SolanaWarning = z
  .object({
    code: z.enum(solanaWarningCodes),
    program: z.string().nullable().describe('the program that is called; null for what only the simulation showed'),
  })
  .meta({ id: 'SolanaWarning' })
export type SolanaWarning = z.output<typeof SolanaWarning>

export const SolanaPreview = z
  .object({
    feePayer: z.string(),
    fee: z
      .string()
      .describe("lamports that this wallet pays in fees at most, even if it fails; '0' where another pays"),
    lamports: z
      .string()
      .describe(
        "change of this wallet's SOL in the simulation, its fee included, with a minus for what leaves; '0' where it fails",
      ),
    tokens: z
      .array(
        z.object({
          account: z.string().describe('the token account'),
          mint: z.string(),
          change: z.string().describe('in smallest units, with a minus for what leaves'),
          decimals,
          associated: z
            .boolean()
            .describe("whether it is the wallet's associated account; any other may be somebody else's when it lands"),
        }),
      )
      .describe("changes of this wallet's token accounts in the simulation, one an account; none where it fails"),
    actions: z.array(SolanaAction).describe('what its instructions do, in their order'),
    programs: z
      .array(z.object({ id: z.string(), name: z.string().nullable().describe('null where this server knows none') }))
      .describe('programs that its instructions call; these may call others'),
    warnings: z.array(SolanaWarning).describe('what may take more, or later, than the amounts say'),
    refusal: z
      .object({
        code: z.enum(['policy_refused', 'transaction_refused', 'insufficient_balance']),
        message: z.string(),
        issues: z
          .array(z.object({ path: z.string(), message: z.string() }))
          .describe('for `policy_refused` the name of the rule is its path'),
      })
      .nullable()
      .describe('what sign-transaction would answer now, with isSend false; null where it would sign'),
  })
  .meta({ id: 'SolanaPreview' })
export type SolanaPreview = z.output<typeof SolanaPreview>

/** Why a send would be refused now; another try later may end otherwise. */
export const solanaSendRefusals = [
  ...(['invalid_address', 'invalid_amount', 'insufficient_balance'] as const),
  ...(['token_not_supported', 'transaction_refused', 'policy_refused'] as const),
] as const

/** What a person should know of a recipient before money leaves. */
export const solanaSendWarnings = ['own_address', 'program', 'unused_address', 'first_send'] as const

export const SolanaSendPreview = z
  .object({
    fee: z.string().nullable().describe('lamports for signature and priority; null where it would be refused'),
    total: z
      .string()
      .nullable()
      .describe(
        "lamports that leave altogether: fee, rent of the recipient's token account, and the amount where it is SOL",
      ),
    most: z.string().nullable().describe('lamports that can be sent at most, the fee set aside; null for tokens'),
    warnings: z
      .array(z.enum(solanaSendWarnings))
      .describe(
        "own_address: it is this wallet's; program: only a program can move what lies there; unused_address: the chain knows nothing of it; first_send: this user has sent nothing there before",
      ),
    refusal: z
      .object({
        code: z.enum(solanaSendRefusals),
        message: z.string(),
        issues: z.array(z.object({ path: z.string(), message: z.string() })),
      })
      .nullable()
      .describe('what send-token would answer now, limits over a day aside; null where it would send'),
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
    summary: 'Tell what a transaction would do to the Solana wallet, and whether it would be signed; nothing is signed',
    description:
      'Players see this before they agree to sign. The amounts are those of a simulation on the current state of the chain.',
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
      'Builds, simulates and judges the transfer by the code of send-token, and tells its fee, what leaves altogether, what a person should know of the recipient, and why it would be refused. Nothing is signed, written or reserved; limits over a day are judged at the send.',
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
      'The signature is over the bytes of the text. Text that could be a transaction, or that logs in to this app, is refused.',
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
