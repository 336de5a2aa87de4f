import { z } from 'zod'
import { Id, Instant, PageMeta, Pagination, emptyAsUndefined } from './fields.ts'
import { networks } from './networks.ts'
import { route } from './route.ts'

/**
 * `created`: stored but not sent yet, or signed for the caller to send; `submitted`: sent to the chain; `confirmed`:
 * included in a block and successful; `failed`: unsuccessful; `expired`: not included in time. A status is final from
 * `settledAt` on; until then a chain reorganization can change it.
 */
export const transactionStatuses = ['created', 'submitted', 'confirmed', 'failed', 'expired'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** One send of the ledger. */
export const Transaction = z
  .object({
    id: Id,
    chain: z.enum(['solana', 'ethereum', 'polkadot']),
    network: z.enum(networks).describe('the network of the chain'),
    kind: z.enum(['transfer', 'transaction', 'message', 'reply']),
    status: z.enum(transactionStatuses),
    initiator: z
      .enum(['admin', 'app', 'user', 'server'])
      .nullable()
      .describe('who requested it; `server` for transactions that unblock later sends; null for older rows'),
    initiatorId: z
      .string()
      .nullable()
      .describe("the id of the user, or of the partner's app secret, not the secret itself"),
    fromAddress: z.string(),
    toAddress: z
      .string()
      .nullable()
      .describe('the recipient, the program that it calls, or the message that it replies to'),
    token: z.string().nullable().describe("a mint's or contract's address; null for the chain's own token"),
    amount: z.string().nullable().describe('in smallest units'),
    signature: z.string().nullable().describe('signature or hash on the chain'),
    error: z.string().nullable().describe('the reason of a failure or expiry'),
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
      idempotencyKey: emptyAsUndefined(z.string().min(1).max(255)).describe('only the send with this key'),
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
    access: 'read',
    summary: 'Show a send of one of the users of the app',
    description: 'Poll until `settledAt` is set: from then on the status does not change.',
    input: z.object({ id: Id }),
    output: Transaction.extend({ userId: Id.describe('the user whose wallet sent') }).meta({ id: 'AppTransaction' }),
    errors: ['transaction_not_found'],
  }),
}
