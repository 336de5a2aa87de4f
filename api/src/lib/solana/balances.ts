import * as z from 'zod'
import { lamportsSchema } from './accounts.ts'
import { keyOf, TOKEN_2022_PROGRAM, TOKEN_PROGRAM } from './addresses.ts'
import type { SolanaRpc } from './rpc.ts'

export interface TokenBalance {
  mint: string
  /** The token account. */
  account: string
  /** The Token program, or Token-2022. */
  program: string
  /** Smallest units. */
  amount: bigint
  decimals: number
  frozen: boolean
}

const amountSchema = z
  .string()
  .regex(/^\d{1,20}$/)
  .transform(BigInt)
const tokenSchema = z
  .object({
    pubkey: z.string(),
    account: z.object({
      data: z.object({
        parsed: z.object({
          info: z.object({
            mint: z.string(),
            state: z.string(),
            tokenAmount: z.object({ amount: amountSchema, decimals: z.number().int().min(0).max(255) }),
          }),
        }),
      }),
    }),
  })
  .transform(({ pubkey, account: { data } }) => {
    const { mint, state, tokenAmount } = data.parsed.info
    return { mint, account: pubkey, ...tokenAmount, frozen: state === 'frozen' }
  })

/** Lamports; 0 if there is no account. Throws invalid_address, SolanaRpcError. */
export const readBalance = async (rpc: SolanaRpc, address: string): Promise<bigint> => {
  keyOf(address)
  const result = z.object({ value: lamportsSchema })
  return (await rpc.call('getBalance', [address, { commitment: 'confirmed' }], result)).value
}

/** Every token account of a wallet, of both programs, including empty ones. Throws invalid_address, SolanaRpcError. */
export const readTokenBalances = async (rpc: SolanaRpc, owner: string): Promise<TokenBalance[]> => {
  keyOf(owner)
  const result = z.object({ value: z.array(tokenSchema) })
  const read = async (program: string): Promise<TokenBalance[]> => {
    const params = [owner, { programId: program }, { encoding: 'jsonParsed', commitment: 'confirmed' }]
    const { value } = await rpc.call('getTokenAccountsByOwner', params, result)
    return value.map((balance) => ({ ...balance, program }))
  }
  return (await Promise.all([TOKEN_PROGRAM, TOKEN_2022_PROGRAM].map(read))).flat()
}
