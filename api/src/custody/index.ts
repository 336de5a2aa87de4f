// All that the server uses of custody. None of it loads code that opens keys, except `reachCustody` where custody is inline.
export { type Custody, SEEDS_AT_ONCE, type SharedScope } from './custody.ts'
export { encodeAad, seal, unseal } from './envelope.ts'
export { CustodyError, type CustodyErrorCode } from './errors.ts'
export type { Canary, KeyScope, WrappedKey } from './key-service.ts'
export type { CustodySettings } from './open-custody.ts'
export { reachCustody } from './reach-custody.ts'
export { type KekCount, requireComplete } from './rotation.ts'
export {
  custodySettingsOf,
  custodyVariables,
  isCredential,
  requireBackend,
  type SignerSettings,
  signerSettingsOf,
  signerVariable,
} from './settings.ts'
export type { Chain } from './wallets/chains.ts'
export type { SealedSeed, SealedWallet, SealedWallets, WalletOwner } from './wallets/wallet-secrets.ts'
export type { StoredWallet, WalletSigner } from './wallets/wallet-signer.ts'
