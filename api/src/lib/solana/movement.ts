import * as z from 'zod'
import { lamportsSchema } from './accounts.ts'
import type { SolanaRpc } from './rpc.ts'

const SOL_DECIMALS = 9

/** The effect of a transaction on one wallet. */
export interface Movement {
  /** Undefined for SOL. */
  mint: string | undefined
  /** Digits after the decimal point. */
  decimals: number | undefined
  /** Smallest units; negative for outgoing amounts, fees included. */
  change: bigint
  /** The payer of the transaction's fee. */
  payer: string
}

const tokenSchema = z.object({
  mint: z.string(),
  owner: z.string().optional(),
  uiTokenAmount: z.object({
    amount: z.string().regex(/^\d{1,20}$/),
    decimals: z.int().min(0).max(255).optional().catch(undefined),
  }),
})
const schema = z
  .object({
    transaction: z.object({ message: z.object({ accountKeys: z.array(z.string()).min(1) }) }),
    meta: z
      .object({
        preBalances: z.array(lamportsSchema),
        postBalances: z.array(lamportsSchema),
        preTokenBalances: z.array(tokenSchema).nullish(),
        postTokenBalances: z.array(tokenSchema).nullish(),
        loadedAddresses: z.object({ writable: z.array(z.string()), readonly: z.array(z.string()) }).nullish(),
      })
      .nullable(),
  })
  .nullable()

type Tokens = z.output<typeof tokenSchema>[]

const tokenChanges = (before: Tokens, after: Tokens, us: string): Map<string, bigint> => {
  const changes = new Map<string, bigint>()
  const add = (rows: Tokens, sign: bigint) => {
    for (const { mint, owner, uiTokenAmount } of rows)
      if (owner === us) changes.set(mint, (changes.get(mint) ?? 0n) + sign * BigInt(uiTokenAmount.amount))
  }
  add(before, -1n)
  add(after, 1n)
  return new Map([...changes].filter(([, change]) => change !== 0n))
}

/**
 * The amount that a confirmed transaction moved into or out of a wallet: a token if one moved, else SOL. Undefined if
 * the node no longer has it, or if several tokens moved. Throws SolanaRpcError.
 * https://solana.com/docs/rpc/http/gettransaction
 */
export const readMovement = async (rpc: SolanaRpc, signature: string, us: string): Promise<Movement | undefined> => {
  const options = { commitment: 'confirmed', maxSupportedTransactionVersion: 0, encoding: 'json' }
  const found = await rpc.call('getTransaction', [signature, options], schema)
  if (!found?.meta) return undefined
  const { meta } = found
  const { accountKeys } = found.transaction.message
  const payer = accountKeys[0]!
  const [preTokens, postTokens] = [meta.preTokenBalances ?? [], meta.postTokenBalances ?? []]
  const tokens = tokenChanges(preTokens, postTokens, us)
  if (tokens.size > 1) return undefined
  for (const [mint, change] of tokens) {
    const { decimals } = [...postTokens, ...preTokens].find((row) => row.mint === mint)!.uiTokenAmount
    return { mint, decimals, change, payer }
  }
  const all = [...accountKeys, ...(meta.loadedAddresses?.writable ?? []), ...(meta.loadedAddresses?.readonly ?? [])]
  const index = all.indexOf(us)
  const [before, after] = [meta.preBalances[index], meta.postBalances[index]]
  if (before === undefined || after === undefined) return undefined
  return { mint: undefined, decimals: SOL_DECIMALS, change: after - before, payer }
}
