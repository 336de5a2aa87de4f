import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { Id, unless } from './fields.ts'
import { fresh, freshRefusals } from './fresh-proof.ts'
import { type Auth, route } from './route.ts'

const rpcUrl = unless(z.string().max(2048)).describe("one of the server's endpoints; its first unless given")
const amount = z
  .union([z.string(), z.int().nonnegative().transform(String)])
  .pipe(z.string().max(40))
  .describe('in smallest units (lamports for SOL), decimal digits')
const idempotencyKey = unless(z.string().min(1).max(255)).describe(
  "of your choice: for a day a second call with it sends nothing and gives the first one's answer",
)

const SendToken = z.object({
  rpcUrl,
  address: z.string().max(64).describe('to whom'),
  token: z.string().max(64).describe("'SOL', or a mint's address"),
  amount,
  idempotencyKey,
})
export type SolanaSendToken = z.output<typeof SendToken>

const Signature = z.object({ signature: z.string().describe('base58') })

const sendRefusals: ErrorCode[] = [
  ...(['invalid_address', 'invalid_amount', 'insufficient_balance', 'token_not_supported', 'rpc_not_allowed'] as const),
  ...(['transaction_refused', 'idempotency_conflict', 'send_in_progress'] as const),
  ...(['chain_unavailable', 'chain_answer_unusable'] as const),
]

/** What the user may do with its own wallet, and a partner with that of its user: one declaration for both. */
const sends = <A extends Auth, S extends z.ZodRawShape>(auth: A, base: `/${string}`, scope: S, more: ErrorCode[]) => ({
  sendToken: route({
    method: 'POST',
    path: `${base}/solana/send-token`,
    auth,
    summary: "Send SOL or an SPL token from the user's Solana wallet; the recipient's token account is made if need be",
    input: z.object({ ...scope, ...SendToken.shape }),
    output: Signature,
    errors: [...sendRefusals, ...more],
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
    errors: ['blind_signing'],
  }),
  privateKey: route({
    method: 'POST',
    path: '/user/solana/private-key',
    auth: 'user',
    summary: "Show the private key of the user's Solana wallet, to a login that is fresh; audited, and off by default",
    input: z.object(fresh),
    output: z.string().describe('base58 of the 64 bytes that wallets import: seed, then public key'),
    errors: ['export_disabled', ...freshRefusals],
  }),
}

/** The Solana wallets of an app's users, for its partner's server. */
export const appSolana = sends('app', '/app/users/{id}', { id: Id }, ['user_not_found'])
