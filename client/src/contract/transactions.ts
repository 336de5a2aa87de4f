import { z } from 'zod'
import { Id, Instant, PageMeta, Pagination, emptyAsUndefined } from './fields.ts'
import { networks } from './networks.ts'
import { route } from './route.ts'

/**
 * `created`: written down, not sent yet, or signed for the caller to send; `submitted`: handed to the chain; `confirmed`: in
 * a block, and it did what it should; `failed`: it did not, and never will; `expired`: the chain never took it in its time. A
 * status stands for good from `settledAt` on: until then blocks may be undone.
 */
export const transactionStatuses = ['created', 'submitted', 'confirmed', 'failed', 'expired'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** One send, as the ledger has it. */
export const Transaction = z
  .object({
    id: Id,
    chain: z.enum(['solana', 'ethereum', 'polkadot']),
    network: z.enum(networks).describe('which chain of that kind'),
    kind: z.enum(['transfer', 'transaction', 'message', 'reply']),
    status: z.enum(transactionStatuses),
    initiator: z
      .enum(['admin', 'app', 'user', 'server'])
      .nullable()
      .describe('who asked for it; `server` where it keeps later sends going; null before that was noted'),
    initiatorId: z
      .string()
      .nullable()
      .describe('the id of the user, or of the app secret with which the partner asked; the secret itself is nowhere'),
    fromAddress: z.string(),
    toAddress: z.string().nullable().describe('whom it pays, which program it calls, or what it replies to'),
    token: z.string().nullable().describe("a mint's or contract's address; null for the chain's own token"),
    amount: z.string().nullable().describe('in smallest units'),
    signature: z.string().nullable().describe('signature or hash by which the chain knows it'),
    error: z.string().nullable().describe('why it failed or expired'),
    createdAt: Instant,
    settledAt: Instant.nullable(),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.input<typeof Transaction>

/** The user's own sends. */
export const transactions = {
  list: route({
    method: 'GET',
    path: '/user/transactions',
    auth: 'user',
    summary: "List the user's sends, newest first",
    description: 'Sends of every chain, with the state that the chain last reported.',
    input: Pagination.extend({
      idempotencyKey: emptyAsUndefined(z.string().min(1).max(255)).describe(
        'only the send that was asked for with this key',
      ),
    }),
    output: z.array(Transaction),
    meta: PageMeta,
  }),
}

/** Sends of an app's users, for its partner's server. */
export const appTransactions = {
  get: route({
    method: 'GET',
    path: '/app/transactions/{id}',
    auth: 'app',
    summary: 'Show a send of one of the users of the app',
    description: 'Ask again until `settledAt` is set: from then on the status does not change.',
    input: z.object({ id: Id }),
    output: Transaction.extend({ userId: Id.describe('the user whose wallet sent') }).meta({ id: 'AppTransaction' }),
    errors: ['transaction_not_found'],
  }),
}
