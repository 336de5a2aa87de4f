// What tests and benchmarks of other folders use of custody beyond index.ts: it opens keys in their own process.
export { openKek, type KekBackend } from './kek/open-kek.ts'
export { addKeyringKey, createKeyring, openKeyring } from './kek/keyring.ts'
export { type KeyService, keyServiceOf, unwrapDataKey, wrapDataKey } from './key-service.ts'
export { createCustody, openCustody } from './open-custody.ts'
export { addressOf } from './wallets/derive.ts'
export { openWalletSecret, sealNewWallets } from './wallets/wallet-secrets.ts'
export { createWalletSigner } from './wallets/wallet-signer.ts'
