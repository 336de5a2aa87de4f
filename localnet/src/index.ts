export { startDemo, type Demo, type DemoOptions } from './demo.ts'
export { startEvm, type EvmNode } from './evm.ts'
export { startSolana, type SolanaNode } from './solana.ts'
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
