import { type Account, readAccounts } from './accounts.ts'
import { isTokenProgram } from './addresses.ts'
import type { SolanaRpc } from './rpc.ts'
import { TOKEN_ACCOUNT_HEAD } from './token-account.ts'

/** https://docs.rs/spl-token-interface (state::Mint): authority, supply, then decimals and the initialized flag. */
const MINT_BYTES = 82
const DECIMALS_AT = 44
const INITIALIZED_AT = 45
/**
 * Token-2022 distinguishes accounts and mints with extensions by the byte after the base account: 1 mint, 2 account.
 */
const MINT_TYPE = 1

const decimalsIn = (account: Account | null | undefined): number | undefined => {
  if (!account || !isTokenProgram(account.owner)) return undefined
  const { data } = account
  const isMint = data.length === MINT_BYTES || data[TOKEN_ACCOUNT_HEAD - 1] === MINT_TYPE
  return isMint && data[INITIALIZED_AT] === 1 ? data[DECIMALS_AT] : undefined
}

/**
 * Decimals by mint, also for tokens that cannot be sent from here. Addresses that are not mints are left out. Throws
 * SolanaRpcError.
 */
export const readDecimals = async (rpc: SolanaRpc, mints: readonly string[]): Promise<Map<string, number>> => {
  const asked = [...new Set(mints)]
  if (asked.length === 0) return new Map()
  const accounts = await readAccounts(rpc, asked, { bytes: TOKEN_ACCOUNT_HEAD })
  return new Map(
    asked.flatMap((mint, index) => {
      const decimals = decimalsIn(accounts[index])
      return decimals === undefined ? [] : [[mint, decimals] as const]
    }),
  )
}
