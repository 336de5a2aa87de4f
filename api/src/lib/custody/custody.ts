import type { KeyScope, Canary, WrappedKey } from './key-service.ts'
import type { KekBackend } from './open-kek.ts'
import type { KekCount, RotationPlan } from './rotation.ts'
import type { SealedWallets, WalletOwner, WrappedKeyRow } from './wallet-secrets.ts'
import type { WalletSigner } from './wallet-signer.ts'

/** Owners whose data keys leave custody. A user's never does: what is done with it is done inside. */
export type SharedScope = Exclude<KeyScope, { owner: 'user' }>

export interface CustodyStatus {
  backend: KekBackend
  /** The KEK that wraps new data keys. */
  current: string
  /** KEKs that it names; of a Vault key the latest version, though it opens all. */
  ids: string[]
  /** Whether wallets of a deployment that derived keys from a salt can be made. */
  hasLegacySalt: boolean
}

/**
 * Everything that needs a key-encryption key. It is opened in this process (`openCustody`) or is a process of its own
 * behind a socket (`connectCustody`); who uses it cannot tell. Each call throws CustodyError: backend_unavailable and
 * signer_unavailable are worth another try.
 *
 * A new current KEK wraps nothing before its canary is stored: `reload` makes the canary, `activate` begins to use the key.
 */
export interface Custody {
  /** Opens the KEKs where they are not yet. Throws what openKek throws. */
  status: () => Promise<CustodyStatus>
  /** Makes a keyring where the backend is the local one and there is none. Only for a database that never had a canary. */
  createKeyring: () => Promise<void>

  /** A new data key, wrapped under the current KEK. */
  newDataKey: (scope: SharedScope) => Promise<WrappedKey>
  /** 32 bytes, which the caller zeroes with fill(0). Throws as unwrapDataKey does. */
  openDataKey: (scope: SharedScope, row: WrappedKeyRow) => Promise<Buffer>
  /** Throws as sealNewWallets does; legacy_off where there is no salt. */
  sealNewWallets: (owner: WalletOwner, kind: 'random' | 'legacy') => Promise<SealedWallets>
  wallets: WalletSigner

  /** A canary of the current KEK, or of a named one. */
  makeCanary: (kekId?: string) => Promise<Canary>
  /** Throws as checkCanary does. */
  checkCanary: (canary: { kekId: string; sealed: Uint8Array }) => Promise<void>
  /** Opens all backends again and makes a canary of what is current there now; new data keys go where they went before. */
  reload: () => Promise<Canary>
  /** Wraps new data keys under the KEK that the last reload found to be current; anything else changes nothing. */
  activate: (kekId: string) => Promise<void>

  plan: (counts: readonly KekCount[]) => Promise<RotationPlan>
  /** Throws as `rewrap` of rotation.ts does. */
  rewrap: (scope: KeyScope, row: WrappedKeyRow) => Promise<WrappedKey>
  /** Whether a stored data key opens. */
  opens: (scope: KeyScope, row: WrappedKeyRow) => Promise<boolean>

  /** Adds a key to the keyring, which is not yet the current one; its id. Throws rotation_elsewhere for other backends. */
  addKey: () => Promise<string>
  /** Makes a key of the keyring the current one there. Throws rotation_elsewhere, kek_unknown. */
  makeCurrent: (kekId: string) => Promise<void>
  /** Drops a key of the keyring for good, where `isUnused` says so while the keyring is locked. */
  retire: (kekId: string, isUnused: () => Promise<boolean>) => Promise<void>

  close: () => Promise<void>
}
