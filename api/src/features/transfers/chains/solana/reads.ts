import type { Balance } from '@openauth/client'
import { readBalance, readTokenBalances } from '../../../../lib/solana/balances.ts'
import type { SolanaRpc } from '../../../../lib/solana/rpc.ts'
import { statusOf } from '../../../../lib/solana/status.ts'
import type { ChainReads } from '../../adapter.ts'
import { readHistory } from './history.ts'

const balances = async (rpc: SolanaRpc, address: string): Promise<Balance[]> => {
  const [lamports, accounts] = await Promise.all([readBalance(rpc, address), readTokenBalances(rpc, address)])
  const byMint = new Map<string, Balance>()
  for (const { mint, amount, decimals } of accounts) {
    const before = BigInt(byMint.get(mint)?.amount ?? 0)
    if (before + amount > 0n)
      byMint.set(mint, { token: mint, amount: (before + amount).toString(), decimals, symbol: null })
  }
  return [{ token: null, amount: lamports.toString(), decimals: 9, symbol: 'SOL' }, ...byMint.values()]
}

/** Solana lists every token account of a wallet, so that no call needs to name tokens. */
export const solanaReads: ChainReads<SolanaRpc> = {
  balances,
  balanceOf: async (rpc, address, token) => {
    if (token === null) return readBalance(rpc, address)
    const accounts = (await readTokenBalances(rpc, address)).filter(({ mint }) => mint === token)
    return accounts.reduce((sum, { amount }) => sum + amount, 0n)
  },
  history: readHistory,
  readClaims: async (rpc, tokens) =>
    (await import('../../../../lib/solana/token-metadata.ts')).readTokenMetadata(rpc, tokens),
  // A confirmed transfer moved what was signed.
  hasTransferred: async (rpc, { signature }) =>
    (await statusOf(rpc, signature, Number.MAX_SAFE_INTEGER)).state === 'confirmed',
}
