export { startAwsKms, type AwsKms, type KmsKeyOptions } from './custody/aws-kms.ts'
export { chainPorts, startChains, type ChainPorts, type Chains, type ChainsOptions } from './chains.ts'
export type { BackendFault, BackendRequest } from './custody/http.ts'
export { startVault, type Vault, type VaultOptions } from './custody/vault.ts'
export { startDemo, type Demo, type DemoOptions } from './demo.ts'
export { deployToken, type EvmToken, type TokenBehaviour, type TokenOptions } from './evm-token.ts'
export type { Funded, FundedAddresses } from './faucet.ts'
export { startEvm, type EvmNode, type EvmOptions } from './evm.ts'
export { startSolana, type SolanaNode, type SolanaOptions } from './solana.ts'
export { createMint, giveTokens, sendInstructions } from './solana-tokens.ts'
export type { Mint, MintOptions } from './solana-mint.ts'
export { startVara, varaDevAccount, type VaraFault, type VaraMessage, type VaraNode } from './vara/index.ts'
export { startIdentityWorld, type IdentityWorld } from './identity/world.ts'
export type { Return } from './identity/authorization.ts'
export type {
  AppleClient,
  Client,
  Clients,
  Pair,
  ProviderName as IdentityProviderName,
  TikTokClient,
} from './identity/clients.ts'
export type { Fault, RecordedRequest } from './identity/faults.ts'
export type { ProviderAddresses } from './identity/hosts.ts'
export type { IssueOptions } from './identity/issue-options.ts'
export type { Signature } from './identity/keys.ts'
export type { Mail, Outbox } from './identity/outbox.ts'
export type { Person } from './identity/people.ts'
export type { Telegram } from './identity/telegram.ts'
export type { Bot, InitDataOptions } from './identity/telegram-sign.ts'
