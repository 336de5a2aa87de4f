import { evm } from './evm.ts'
import { solana } from './solana.ts'
import { vara } from './vara.ts'

/** Every chain. Networks, token references, addresses of policies and default limits derive from it. */
export const chains = { solana, evm, vara } as const
