import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import { decimal, Id, Instant, emptyAsUndefined } from './fields.ts'
import { networks } from './networks.ts'
import { type Auth, route } from './route.ts'
import { rpcUrl } from './sending.ts'

const where = { network: z.enum(networks), rpcUrl }

export const Balance = z
  .object({
    token: z.string().nullable().describe("a mint's or contract's address; null for the chain's own token"),
    amount: z.string().describe('in smallest units'),
    decimals: z.int().describe('how many digits of it stand behind the point'),
    symbol: z.string().nullable().describe("of the chain's own token; null where the chain does not vouch for one"),
  })
  .meta({ id: 'Balance' })
export type Balance = z.output<typeof Balance>

const Balances = z.object({ address: z.string(), balances: z.array(Balance) })

export const HistoryEntry = z
  .object({
    signature: z.string().describe('signature or hash by which the chain knows it'),
    at: Instant.nullable().describe('when it was taken into a block, where the chain tells'),
    failed: z.boolean(),
    transactionId: Id.nullable().describe("the ledger's, where it was sent from here"),
    token: z.string().nullable().describe("a mint's or contract's address; null for the chain's own token"),
    change: z.string().nullable().describe('smallest units that came (or went, with a minus); null where nobody tells'),
    counterparty: z.string().nullable(),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.output<typeof HistoryEntry>

const refusals: ErrorCode[] = [
  ...(['rpc_not_allowed', 'invalid_address', 'token_not_supported'] as const),
  ...(['chain_unavailable', 'chain_answer_unusable', 'chain_timeout'] as const),
]

const reads = <A extends Auth, S extends z.ZodRawShape>(auth: A, base: `/${string}`, scope: S, more: ErrorCode[]) => ({
  balances: route({
    method: 'GET',
    path: `${base}/balances`,
    auth,
    summary: 'Read what a wallet holds, from its chain: its own token first, then others',
    description: "Amounts are read from a node of the server's list at the time of the call.",
    input: z.object({
      ...scope,
      ...where,
      tokens: emptyAsUndefined(z.string().max(2000)).describe(
        'contracts to ask about, with commas between, at most 20; Solana tells of its tokens by itself',
      ),
    }),
    output: Balances,
    errors: [...refusals, ...more],
  }),
  history: route({
    method: 'GET',
    path: `${base}/history`,
    auth,
    summary: 'Read what moved in and out of a wallet lately, newest first, from its chain and from the ledger',
    description: 'Entries of sends that were made here carry the id of their transaction.',
    input: z.object({
      ...scope,
      ...where,
      limit: decimal(z.int().min(1).max(100).default(20)).describe('1 to 100'),
      before: emptyAsUndefined(z.string().max(100)).describe("Solana: only what is older than this entry's signature"),
    }),
    output: z.array(HistoryEntry),
    errors: [...refusals, ...more],
  }),
})

/** What a logged-in user's wallets hold. */
export const wallets = reads('user', '/user/wallets', {}, [])

/** What the wallets of an app's users hold, for its partner's server. */
export const appWallets = reads('app', '/app/users/{id}/wallets', { id: Id }, ['user_not_found', 'user_disabled'])
