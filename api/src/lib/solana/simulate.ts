import * as z from 'zod'
import { type Account, accountSchema, contextSchema, readAccounts } from './accounts.ts'
import { isTokenProgram, SYSTEM_PROGRAM } from './addresses.ts'
import { isAssociatedAccount } from './associated-token.ts'
import { SolanaRpcError } from './errors.ts'
import { errSchema, explain, type Failure } from './explain.ts'
import { resolveAccounts } from './lookup-tables.ts'
import { parseTransaction } from './parse.ts'
import type { SolanaRpc } from './rpc.ts'
import { parseTokenAccount, TOKEN_ACCOUNT_HEAD, type TokenAccount } from './token-account.ts'

export interface TokenChange {
  /** The token account. */
  account: string
  mint: string
  /** Smallest units; negative for outgoing amounts. */
  change: bigint
  /** The account was the wallet's and no longer is, so its whole balance is lost. */
  lost: boolean
  /**
   * Whether it is the wallet's associated token account. Any other account may have another owner by the time of
   * execution.
   */
  associated: boolean
}

export interface Simulation {
  failure: Failure | undefined
  logs: string[]
  unitsConsumed: number
  /** Change of the wallet's lamports, fee included; negative for outgoing. 0 if the transaction fails. */
  lamports: bigint
  /** Token accounts of the wallet whose balance changes; none if the transaction fails. */
  tokens: TokenChange[]
  /** The wallet itself is assigned to a program, after which it cannot pay or send. */
  reassigned: boolean
  /** Another party gets permission to move tokens of the wallet later, or more of them than before. */
  approved: boolean
  /** A token account of the wallet gets another close authority. */
  authority: boolean
}

const resultSchema = z.object({
  context: contextSchema,
  value: z.object({
    err: errSchema,
    logs: z.array(z.string()).nullable(),
    unitsConsumed: z.number().int().nonnegative().optional(),
    accounts: z.array(accountSchema).nullable().optional(),
  }),
})

/** The changes of a failed transaction, without its fee. */
const nothing = { lamports: 0n, tokens: [], reassigned: false, approved: false, authority: false }

/** The runtime truncates logs at 10 KB; a malicious node does not. */
const MAX_LOGS = 200

/** A token account before and after. */
interface Change {
  account: string
  program: string
  held: TokenAccount | undefined
  holds: TokenAccount | undefined
}

const changeOf = (account: string, before: Account | null | undefined, after: Account | null | undefined): Change[] => {
  const [held, holds] = [parseTokenAccount(before), parseTokenAccount(after)]
  if (!held && !holds) return []
  const one = { account, program: (held ? before : after)!.owner, held, holds }
  if (!held || !holds || (held.mint === holds.mint && before!.owner === after!.owner)) return [one]
  // Closed and recreated for another mint: amounts of different mints cannot be netted.
  return [
    { ...one, holds: undefined },
    { ...one, program: after!.owner, held: undefined },
  ]
}

const tokenChange = ({ account, program, held, holds }: Change, wallet: string): TokenChange[] => {
  const [was, is] = [
    held?.owner === wallet ? held.amount : undefined,
    holds?.owner === wallet ? holds.amount : undefined,
  ]
  const change = (is ?? 0n) - (was ?? 0n)
  const lost = was !== undefined && holds !== undefined && is === undefined
  if (change === 0n && !lost) return []
  const { mint } = (held ?? holds)!
  return [{ account, mint, change, lost, associated: isAssociatedAccount(account, { owner: wallet, mint, program }) }]
}

const isApproved = ({ held, holds }: Change, wallet: string): boolean => {
  if (holds?.owner !== wallet || holds.delegate === undefined) return false
  return held?.owner !== wallet || held.delegate !== holds.delegate || held.delegatedAmount < holds.delegatedAmount
}

const changesAuthority = ({ held, holds }: Change, wallet: string): boolean =>
  held?.owner === wallet && holds?.owner === wallet && held.closeAuthority !== holds.closeAuthority

/**
 * The effects that a serialized transaction would have on `wallet` now, ignoring its blockhash and signatures:
 * every writable wallet and token account is compared before and after. Throws invalid_transaction,
 * unknown_lookup_table, SolanaRpcError; a failing transaction is a result.
 * https://solana.com/docs/rpc/http/simulatetransaction
 */
export const simulateTransaction = async (rpc: SolanaRpc, bytes: Uint8Array, wallet: string): Promise<Simulation> => {
  const { message } = parseTransaction(bytes)
  const { writable } = await resolveAccounts(rpc, message)
  const { addresses, before } = await readWatched(rpc, writable)
  const accounts = { encoding: 'base64', addresses }
  const options = {
    encoding: 'base64',
    sigVerify: false,
    replaceRecentBlockhash: true,
    commitment: 'confirmed',
    accounts,
  }
  const params = [Buffer.from(bytes).toString('base64'), options]
  const { value } = await rpc.call('simulateTransaction', params, resultSchema)
  const logs = (value.logs ?? []).slice(0, MAX_LOGS)
  const common = { logs, unitsConsumed: value.unitsConsumed ?? 0 }
  if (value.err !== null) {
    const failure = explain(value.err, logs)
    return { ...common, ...nothing, failure }
  }
  const after = afterwards(rpc, value.accounts, addresses.length)
  const own = addresses.indexOf(wallet)
  const [mine, mineAfter] = [before[own], after[own]]
  const changes = addresses.flatMap((account, index) => changeOf(account, before[index], after[index]))
  return {
    ...common,
    failure: undefined,
    lamports: (mineAfter?.lamports ?? 0n) - (mine?.lamports ?? 0n),
    tokens: changes.flatMap((change) => tokenChange(change, wallet)),
    reassigned: mine?.owner !== mineAfter?.owner && Boolean(mine && mineAfter?.lamports),
    approved: changes.some((change) => isApproved(change, wallet)),
    authority: changes.some((change) => changesAuthority(change, wallet)),
  }
}

/**
 * The accounts from which a wallet can lose funds, or which may become its own; accounts of other programs are left out
 * because they may be megabytes long.
 */
const readWatched = async (rpc: SolanaRpc, writable: string[]) => {
  const all = await readAccounts(rpc, writable, { bytes: TOKEN_ACCOUNT_HEAD })
  const pairs = writable.map((address, index) => ({ address, account: all[index] ?? null }))
  const watched = pairs.filter(
    ({ account }) => !account || account.owner === SYSTEM_PROGRAM || isTokenProgram(account.owner),
  )
  return { addresses: watched.map(({ address }) => address), before: watched.map(({ account }) => account) }
}

/** Without the accounts the changes are unknown, so a response without them is an error. */
const afterwards = (rpc: SolanaRpc, accounts: (Account | null)[] | null | undefined, count: number) => {
  if (accounts?.length === count) return accounts
  throw new SolanaRpcError('malformed', `${rpc.host} simulated a transaction without returning its accounts`)
}
