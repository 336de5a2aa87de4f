import { getAssociatedTokenAddressSync } from '@solana/spl-token'
import { PublicKey } from '@solana/web3.js'
import { readAccounts } from './accounts.ts'
import type { SolanaRpc } from './rpc.ts'
import { readHoldings, unitsOf } from './token-moves.ts'

/**
 * A wallet's lamports, and smallest units of a token in its associated account; null units without a mint, 0 where there is no such mint
 * or account. Throws SolanaRpcError.
 */
export const readHeld = async (
  rpc: SolanaRpc,
  address: string,
  mint: string | null,
): Promise<{ lamports: bigint; units: bigint | null }> => {
  const [wallet, mintAccount] = await readAccounts(rpc, mint === null ? [address] : [address, mint])
  const lamports = wallet?.lamports ?? 0n
  if (mint === null) return { lamports, units: null }
  if (!mintAccount) return { lamports, units: 0n }
  const program = new PublicKey(mintAccount.owner)
  const account = getAssociatedTokenAddressSync(new PublicKey(mint), new PublicKey(address), true, program)
  const [held] = await readHoldings(rpc, [account])
  return { lamports, units: unitsOf(held, address, mint) }
}
