import { readAccounts } from './accounts.ts'
import { addressOf, LOOKUP_TABLE_PROGRAM } from './addresses.ts'
import { SolanaError } from './errors.ts'
import { isWritable, type Message } from './parse.ts'
import type { SolanaRpc } from './rpc.ts'

const META_BYTES = 56
const TABLE = 1

const unknown = (table: string, what: string): SolanaError =>
  new SolanaError(
    'unknown_lookup_table',
    `The address lookup table ${table} ${what}, so the effects of this transaction are unknown.`,
  )

/** https://docs.rs/solana-address-lookup-table-interface (state): 56 bytes, then addresses; a table only grows. */
const readTables = async (rpc: SolanaRpc, tables: string[]): Promise<Buffer[][]> => {
  const accounts = await readAccounts(rpc, tables)
  return accounts.map((account, index) => {
    if (account?.owner !== LOOKUP_TABLE_PROGRAM || account.data.length < META_BYTES || account.data[0] !== TABLE) {
      throw unknown(tables[index]!, 'is not on this chain')
    }
    const count = Math.floor((account.data.length - META_BYTES) / 32)
    return Array.from({ length: count }, (_, at) =>
      account.data.subarray(META_BYTES + at * 32, META_BYTES + (at + 1) * 32),
    )
  })
}

export interface ResolvedAccounts {
  /** Every account that an instruction may name, in index order. */
  accounts: string[]
  writable: string[]
}

/**
 * All accounts of a message, with those of address lookup tables read from the chain. Throws unknown_lookup_table for a
 * table that is missing or too short, and SolanaRpcError.
 */
export const resolveAccounts = async (rpc: SolanaRpc, message: Message): Promise<ResolvedAccounts> => {
  const own = message.keys.map(addressOf)
  const tables = message.lookups.map(({ table }) => addressOf(table))
  const contents = tables.length > 0 ? await readTables(rpc, tables) : []
  const load = (kind: 'writable' | 'readonly'): string[] =>
    message.lookups.flatMap((lookup, index) =>
      lookup[kind].map((at) => {
        const key = contents[index]![at]
        if (!key) throw unknown(tables[index]!, `has no address number ${at}`)
        return addressOf(key)
      }),
    )
  const [writable, readonly] = [load('writable'), load('readonly')]
  return {
    accounts: [...own, ...writable, ...readonly],
    writable: [...own.filter((_, index) => isWritable(message, index)), ...writable],
  }
}
