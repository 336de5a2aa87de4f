import * as z from 'zod'
import type { Auth, EndpointsLike } from './endpoints/endpoint.ts'
import * as endpoints from './endpoints/wallets.ts'
import type { ErrorCode } from './errors.ts'
import { decimal, Id, Instant, emptyAsUndefined } from './fields.ts'
import { networks } from './networks.ts'
import { route } from './route.ts'
import { rpcUrl } from './sending.ts'

const where = { network: z.enum(networks), rpcUrl }

/** What a token is called. The address alone says which token it is. */
export const TokenMetadata = z
  .object({
    name: z.string().nullable(),
    symbol: z.string().nullable(),
    iconUrl: z.string().nullable(),
    isKnown: z
      .boolean()
      .describe('whether the operator or this server vouches for it; otherwise it is what the token says of itself'),
    isLookalike: z
      .boolean()
      .describe('whether it calls itself like another token that is known here: show its address in place of its name'),
  })
  .meta({ id: 'TokenMetadata' })
export type TokenMetadata = z.output<typeof TokenMetadata>

export const FiatValue = z
  .object({
    currency: z.string().describe('ISO 4217, such as USD'),
    price: z.string().describe('of one whole token'),
    value: z.string().describe('of the whole amount, rounded to cents'),
  })
  .meta({ id: 'FiatValue' })
export type FiatValue = z.output<typeof FiatValue>

export const Balance = z
  .object({
    token: z.string().nullable().describe("a mint's or contract's address; null for the chain's own token"),
    amount: z.string().describe('in smallest units'),
    decimals: z.int().describe('number of digits after the decimal point'),
    symbol: z.string().nullable().describe("of the chain's own token; null where the chain does not vouch for one"),
    metadata: TokenMetadata.optional().describe('absent where nothing is known'),
    fiat: FiatValue.optional().describe('absent without a price source, without a price, and for unverified tokens'),
  })
  .meta({ id: 'Balance' })
export type Balance = z.output<typeof Balance>

const Balances = z.object({ address: z.string(), balances: z.array(Balance) })

export const HistoryEntry = z
  .object({
    signature: z.string().describe('signature or hash by which the chain knows it'),
    at: Instant.nullable().describe('when it was included in a block, if the chain reports it'),
    failed: z.boolean(),
    transactionId: Id.nullable().describe('the id in the ledger, if this server sent it'),
    token: z.string().nullable().describe("a mint's or contract's address; null for the chain's own token"),
    change: z.string().nullable().describe('incoming smallest units, negative for outgoing; null if unknown'),
    counterparty: z.string().nullable(),
    decimals: z.int().optional().describe('digits of `change` after the decimal point; absent if unknown'),
    metadata: TokenMetadata.optional().describe('what `token` is called; absent where nothing is known'),
  })
  .meta({ id: 'HistoryEntry' })
export type HistoryEntry = z.output<typeof HistoryEntry>

const refusals: ErrorCode[] = [
  'rpc_not_allowed',
  'invalid_address',
  'token_not_supported',
  'chain_unavailable',
  'chain_answer_unusable',
  'chain_timeout',
]

const reads = <A extends Auth, S extends z.ZodRawShape>(
  at: EndpointsLike<typeof endpoints.wallets, A>,
  scope: S,
  more: ErrorCode[],
) => ({
  balances: route(at.balances, {
    access: 'read',
    summary: "Read a wallet's balances from its chain: its own token first, then others",
    description: "Amounts are read from a node of the server's list at the time of the call.",
    input: z.object({
      ...scope,
      ...where,
      tokens: emptyAsUndefined(z.string().max(2000)).describe(
        'comma-separated contracts to read, at most 20; not needed on Solana, whose nodes list all tokens',
      ),
    }),
    output: Balances,
    errors: [...refusals, ...more],
  }),
  history: route(at.history, {
    access: 'read',
    summary: 'Read the recent transfers of a wallet from its chain and from the ledger, newest first',
    description: 'Entries of sends of this server have the id of their transaction.',
    input: z.object({
      ...scope,
      ...where,
      limit: decimal(z.int().min(1).max(100).default(20)).describe('1 to 100'),
      before: emptyAsUndefined(z.string().max(100)).describe(
        'Solana: only entries older than the one with this signature',
      ),
    }),
    output: z.array(HistoryEntry),
    errors: [...refusals, ...more],
  }),
})

/** Balances and history of a logged-in user's wallets. */
export const wallets = reads(endpoints.wallets, {}, [])

/** Balances and history of the wallets of any app's users, disabled ones included. */
export const adminWallets = reads(endpoints.adminWallets, { appId: Id.describe('the app'), id: Id }, ['user_not_found'])

/** Balances and history of the wallets of an app's users, for its partner's server. */
export const appWallets = reads(endpoints.appWallets, { id: Id }, ['user_not_found', 'user_disabled'])
