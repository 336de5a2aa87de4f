import * as z from 'zod'
import { CursorMeta, CursorPagination, QueryInstant } from './cursors.ts'
import * as endpoints from './endpoints/transactions.ts'
import { transactionStatuses } from './facts/transactions.ts'
import { Id, Instant, PageMeta, Pagination, emptyAsUndefined } from './fields.ts'
import { walletChains } from './chains/chain.ts'
import { networks } from './networks.ts'
import { route } from './route.ts'

const chain = z.enum(walletChains)
const kind = z.enum(['transfer', 'transaction', 'message', 'reply'])

/** One send of the ledger. */
export const Transaction = z
  .object({
    id: Id,
    chain,
    network: z.enum(networks).describe('the network of the chain'),
    kind,
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
    decimals: z
      .int()
      .nullable()
      .describe(
        "digits of `amount` after the decimal point, as the chain told at signing; null if unknown, as in a token's older rows",
      ),
    tokenSymbol: z
      .string()
      .nullable()
      .describe(
        "the symbol of `token`, if the app or this server vouches for it; null for any other token and for the chain's own",
      ),
    signature: z.string().nullable().describe('signature or hash on the chain'),
    error: z.string().nullable().describe('the reason of a failure or expiry'),
    createdAt: Instant,
    settledAt: Instant.nullable(),
  })
  .meta({ id: 'Transaction' })
export type Transaction = z.input<typeof Transaction>

/** The user's own sends. */
export const transactions = {
  list: route(endpoints.transactions.list, {
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
  get: route(endpoints.appTransactions.get, {
    access: 'read',
    summary: 'Show a send of one of the users of the app',
    description: 'Poll until `settledAt` is set: from then on the status does not change.',
    input: z.object({ id: Id }),
    output: Transaction.extend({ userId: Id.describe('the user whose wallet sent') }).meta({ id: 'AppTransaction' }),
    errors: ['transaction_not_found'],
  }),
}

/** Sends of the users of all apps, for operators. */
export const adminTransactions = {
  list: route(endpoints.adminTransactions.list, {
    summary: 'List sends of the users of all apps, or of one',
    description:
      'Sends of every chain, newest first, those of deleted users and apps included. `totalItems` is exact up to 10,000; above that ' +
      '`totalIsCapped` is true.',
    input: CursorPagination.extend({
      q: z
        .string()
        .max(200)
        .optional()
        .describe('a signature or hash, the address of the wallet or of the recipient, or the id of a send or a user'),
      appId: Id.optional().describe('only sends of users of this app'),
      userId: Id.optional().describe('only sends of this user'),
      chain: chain.optional(),
      network: z.enum(networks).optional(),
      status: z.enum(transactionStatuses).optional(),
      kind: kind.optional(),
      from: QueryInstant.describe('requested at this time or later'),
      to: QueryInstant.describe('requested before this time'),
      order: z.enum(['asc', 'desc']).default('desc'),
    }),
    output: z.array(
      Transaction.extend({
        app: z.object({ id: Id, name: z.string() }),
        user: z
          .object({
            id: Id,
            name: z.string().nullable().describe('as lists show the user; null for a deleted one'),
          })
          .nullable()
          .describe("null for payments of claims by the app's treasury"),
      }).meta({ id: 'FoundTransaction' }),
    ),
    meta: CursorMeta,
    errors: ['app_not_found'],
  }),
}
