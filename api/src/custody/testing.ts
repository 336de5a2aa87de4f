// What tests and benchmarks of other folders use of custody beyond index.ts: it opens keys in their own process.
import type { Custody } from './custody.ts'
import type { KeyService } from './key-service.ts'
import { deriveWallets, sealNewSeed, type WalletOwner } from './wallets/wallet-secrets.ts'

export { openKek, type KekBackend } from './kek/open-kek.ts'
export { addKeyringKey, createKeyring, openKeyring } from './kek/keyring.ts'
export { type KeyService, keyServiceOf, unwrapDataKey, wrapDataKey } from './key-service.ts'
export { createCustody, openCustody } from './open-custody.ts'
export { addressOf } from './wallets/derive.ts'
export { openWalletSecret } from './wallets/wallet-secrets.ts'
export { createWalletSigner } from './wallets/wallet-signer.ts'

/** A new seed and its wallets. */
export const sealedWallets = async (service: KeyService, owner: WalletOwner) => {
  const seed = await sealNewSeed(service, owner)
  return { ...seed, wallets: await deriveWallets(service, { owner, ...seed }) }
}

/** The same by the operations of custody, which may run in another process. */
export const newWallets = async (custody: Pick<Custody, 'sealNewSeeds' | 'deriveWallets'>, owner: WalletOwner) => {
  const [seed] = await custody.sealNewSeeds([owner])
  return { ...seed!, wallets: await custody.deriveWallets({ owner, ...seed! }) }
}
