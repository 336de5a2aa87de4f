export { startEvm, type EvmNode } from './evm.ts'
export { startSolana, type SolanaNode } from './solana.ts'
