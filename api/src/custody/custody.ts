import type { KeyScope, Canary, WrappedKey } from './key-service.ts'
import type { KekBackend } from './kek/open-kek.ts'
import type { KekCount, RotationPlan } from './rotation.ts'
import type {
  SealedSeed,
  SealedWallet,
  SealedWallets,
  StoredSeed,
  WalletOwner,
  WrappedKeyRow,
} from './wallets/wallet-secrets.ts'
import type { WalletSigner } from './wallets/wallet-signer.ts'

/** Owners whose data keys may leave custody. A user's data key never does; custody performs the operations with it. */
export type SharedScope = Exclude<KeyScope, { owner: 'user' }>

/** The most seeds of one call: their answer fits into a frame of the signer's socket. */
export const SEEDS_AT_ONCE = 100

export interface CustodyStatus {
  backend: KekBackend
  /** The KEK that wraps new data keys. */
  current: string
  /** Opened KEKs; of a Vault key the latest version only, though all of them unwrap. */
  ids: string[]
  /** Whether wallets of a deployment that derived keys from a salt can be created. */
  hasLegacySalt: boolean
}

/**
 * All operations that need a key-encryption key. Custody runs in this process (`openCustody`) or in a separate one
 * behind a socket (`connectCustody`); callers need not distinguish the two. Each call throws CustodyError;
 * backend_unavailable and signer_unavailable may be retried.
 *
 * A new current KEK wraps nothing before its canary is stored: `reload` makes the canary, `activate` switches to the
 * key.
 */
export interface Custody {
  /** Opens the KEKs if they are not open yet. Throws what openKek throws. */
  status: () => Promise<CustodyStatus>
  /**
   * Creates a keyring if the backend is the local one and there is none. Call it only for a database that never had a
   * canary.
   */
  createKeyring: () => Promise<void>

  /** A new data key, wrapped under the current KEK. */
  newDataKey: (scope: SharedScope) => Promise<WrappedKey>
  /** 32 bytes, which the caller zeroes with fill(0). Throws as unwrapDataKey does. */
  openDataKey: (scope: SharedScope, row: WrappedKeyRow) => Promise<Buffer>
  /** Seeds of wallets for at most SEEDS_AT_ONCE users, in their order. Throws as sealNewSeed does. */
  sealNewSeeds: (owners: WalletOwner[]) => Promise<SealedSeed[]>
  /** The wallets of a stored seed, the same each time. Throws as deriveWallets of wallet-secrets.ts does. */
  deriveWallets: (seed: StoredSeed) => Promise<SealedWallet[]>
  /** The wallets that a former deployment derived for this user. Throws as sealLegacyWallets does; legacy_off without a salt. */
  sealLegacyWallets: (owner: WalletOwner) => Promise<SealedWallets>
  wallets: WalletSigner

  /** A canary of the current KEK, or of a named one. */
  makeCanary: (kekId?: string) => Promise<Canary>
  /** Throws as checkCanary does. */
  checkCanary: (canary: { kekId: string; sealed: Uint8Array }) => Promise<void>
  /**
   * Opens all backends again and makes a canary of the KEK that is current there now. Wrapping continues under the
   * previous KEK.
   */
  reload: () => Promise<Canary>
  /** Wraps new data keys under the KEK that the last reload found to be current; any other id changes nothing. */
  activate: (kekId: string) => Promise<void>

  plan: (counts: readonly KekCount[]) => Promise<RotationPlan>
  /** Throws as `rewrap` of rotation.ts does. */
  rewrap: (scope: KeyScope, row: WrappedKeyRow) => Promise<WrappedKey>
  /** Whether a stored data key opens. */
  opens: (scope: KeyScope, row: WrappedKeyRow) => Promise<boolean>

  /**
   * Adds a key to the keyring without making it current; returns its id. Throws rotation_elsewhere for other backends.
   */
  addKey: () => Promise<string>
  /** Makes a key of the keyring its current one. Throws rotation_elsewhere and kek_unknown. */
  makeCurrent: (kekId: string) => Promise<void>
  /** Removes a key from the keyring for good if `isUnused` confirms it while the keyring is locked. */
  retire: (kekId: string, isUnused: () => Promise<boolean>) => Promise<void>

  close: () => Promise<void>
}
