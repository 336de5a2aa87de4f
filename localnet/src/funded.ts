import type { EvmNode } from './evm.ts'
import type { EvmToken } from './evm-token.ts'
import type { Mint } from './solana-mint.ts'
import type { SolanaNode } from './solana.ts'
import type { VaraNode } from './vara/index.ts'

export interface FundedAddresses {
  solana?: string
  ethereum?: string
  vara?: string
}

/** What each address received: smallest units in decimal, "0" where it held enough. */
export type Funded = Partial<Record<keyof FundedAddresses, Record<string, string>>>

/** The chains that the faucet draws on. */
export interface FundedChains {
  solana: SolanaNode
  evm: EvmNode
  vara: VaraNode
  /** SPL, 6 decimals; the same address at every start. */
  mint: Mint
  /** ERC-20, 18 decimals; the same address at every start. */
  token: EvmToken
}
