import { z } from 'zod'
import { Id, Instant, PageMeta, Pagination } from './fields.ts'
import { route } from './route.ts'

/**
 * `created`: written down, not sent yet; `submitted`: handed to the chain; then one of the others, for good. `expired`: the chain
 * never took it and never will.
 */
export const transactionStatuses = ['created', 'submitted', 'confirmed', 'failed', 'expired'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

/** One send, as the ledger has it. */
export const Transaction = z
  .object({
    id: Id,
    chain: z.enum(['solana', 'ethereum', 'polkadot']),
    network: z.string().describe('which chain of that kind: solana, mainnet, base, vara …'),
    kind: z.enum(['transfer', 'transaction', 'message', 'reply']),
    status: z.enum(transactionStatuses),
    fromAddress: z.string(),
    toAddress: z.string().nullable(),
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
    input: Pagination,
    output: z.array(Transaction),
    meta: PageMeta,
  }),
}
