import type { WalletChain } from '@openauth/client'

/** The chains every user has a wallet on. 'polkadot' is also Vara's: same key, other SS58 prefix. */
export const CHAINS = ['solana', 'ethereum', 'polkadot'] as const satisfies readonly WalletChain[]
export type Chain = WalletChain
