import * as z from 'zod'
import type { SolanaRpc } from './rpc.ts'

export interface Account {
  lamports: bigint
  /** The owning program, base58. */
  owner: string
  executable: boolean
  data: Buffer
}

/** JSON numbers beyond 2^53 are rounded; that is more than nine million SOL. */
export const lamportsSchema = z
  .number()
  .nonnegative()
  .refine((value) => Number.isInteger(value))
  .transform(BigInt)

export const accountSchema = z
  .object({
    lamports: lamportsSchema,
    owner: z.string(),
    executable: z.boolean(),
    data: z.tuple([z.string(), z.literal('base64')]).transform(([text]) => Buffer.from(text, 'base64')),
  })
  .nullable()

export const contextSchema = z.object({ slot: z.number().int().nonnegative() })

/** Maximum number of accounts of getMultipleAccounts. */
const MAX_ACCOUNTS = 100

const readSome = async (rpc: SolanaRpc, addresses: string[], bytes?: number): Promise<(Account | null)[]> => {
  const result = z.object({ value: z.array(accountSchema).length(addresses.length) })
  const dataSlice = bytes === undefined ? {} : { dataSlice: { offset: 0, length: bytes } }
  const options = { encoding: 'base64', commitment: 'confirmed', ...dataSlice }
  return (await rpc.call('getMultipleAccounts', [addresses, options], result)).value
}

/** Confirmed accounts in the order of the addresses, null for a missing one; only the first `bytes` of their data. */
export const readAccounts = async (
  rpc: SolanaRpc,
  addresses: readonly string[],
  { bytes }: { bytes?: number } = {},
): Promise<(Account | null)[]> => {
  const groups: string[][] = []
  for (let from = 0; from < addresses.length; from += MAX_ACCOUNTS) {
    groups.push(addresses.slice(from, from + MAX_ACCOUNTS))
  }
  return (await Promise.all(groups.map((group) => readSome(rpc, group, bytes)))).flat()
}

/** Minimum lamports of an account with this many bytes of data. */
export const readRentMinimum = (rpc: SolanaRpc, bytes: number): Promise<bigint> =>
  rpc.call('getMinimumBalanceForRentExemption', [bytes], lamportsSchema)
