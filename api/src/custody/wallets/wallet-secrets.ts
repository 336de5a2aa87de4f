import { timingSafeEqual } from 'node:crypto'
import { addressOf, type Chain, CHAINS, deriveWallets, legacyWallets, newEntropy, type Wallets } from './derive.ts'
import { encodeAad, seal, type Sealed, unseal } from '../envelope.ts'
import { CustodyError } from '../errors.ts'
import { type KeyService, requireId, unwrapDataKey, wrapDataKey, type WrappedKey } from '../key-service.ts'

/** The user whose wallets these are; both ids are part of every seal. */
export type WalletOwner = { appId: string; userId: string }

/** Random for every new user; legacy for users imported from a deployment that derived keys from a salt. */
export type WalletSource = { kind: 'random' } | { kind: 'legacy'; salt: string }

/** Everything that is stored for a user, in one transaction. Legacy wallets have no entropy. */
export type SealedWallets = WrappedKey & {
  sealedEntropy: Sealed | null
  wallets: { chain: Chain; address: string; sealedSecret: Sealed }[]
}

/** The stored data key of a user, as read from the database. */
export type WrappedKeyRow = { kekId: string; wrappedKey: Uint8Array }

// Increment when the content of a seal changes its meaning, so that an old blob cannot be read as a new one.
const KEY_VERSION = 1

/**
 * Creates and seals the wallets of one user: entropy and each chain's secret under a new data key, and the data key
 * under the current KEK. Every blob is opened again, through the KEK, and must give its address, so that an unusable
 * wallet is never stored.
 *
 * Throws self_check_failed (store nothing), legacy_invalid, aad_invalid, and what the KEK throws.
 */
export async function sealNewWallets(
  service: KeyService,
  owner: WalletOwner,
  source: WalletSource,
): Promise<SealedWallets> {
  const { entropy, wallets } = await newWallets(source, owner.userId)
  try {
    const sealed = await sealWallets(service, owner, wallets, entropy)
    await selfCheck(service, owner, sealed, entropy)
    return sealed
  } finally {
    entropy?.fill(0)
    for (const wallet of Object.values(wallets)) wallet.secret.fill(0)
  }
}

/**
 * The 32-byte secret of one chain, for one signature or an export; the caller zeroes it with fill(0) in a finally.
 *
 * Throws kek_unknown when the keyring lacks the row's KEK, unseal_failed when the row is not this owner's or this
 * chain's or was changed, and what the KEK throws.
 */
export async function openWalletSecret(
  service: KeyService,
  owner: WalletOwner,
  row: WrappedKeyRow & { chain: Chain; sealedSecret: Uint8Array },
): Promise<Buffer> {
  return withDataKey(service, owner, row, (dataKey) => unseal(dataKey, row.sealedSecret, secretAad(owner, row.chain)))
}

/**
 * The BIP-39 entropy behind all of a user's wallets, for the export of the phrase (`phraseOf`); the caller zeroes it
 * with fill(0) in a finally. Throws as openWalletSecret does.
 */
export async function openWalletEntropy(
  service: KeyService,
  owner: WalletOwner,
  row: WrappedKeyRow & { sealedEntropy: Uint8Array },
): Promise<Buffer> {
  return withDataKey(service, owner, row, (dataKey) => unseal(dataKey, row.sealedEntropy, entropyAad(owner)))
}

async function newWallets(source: WalletSource, userId: string): Promise<{ entropy: Buffer | null; wallets: Wallets }> {
  if (source.kind === 'legacy') return { entropy: null, wallets: legacyWallets(source.salt, userId) }
  const entropy = newEntropy()
  try {
    return { entropy, wallets: await deriveWallets(entropy) }
  } catch (error) {
    entropy.fill(0)
    throw error
  }
}

async function sealWallets(
  service: KeyService,
  owner: WalletOwner,
  wallets: Wallets,
  entropy: Buffer | null,
): Promise<SealedWallets> {
  const { dataKey, ...wrapped } = await wrapDataKey(service, { owner: 'user', ...owner })
  try {
    return {
      ...wrapped,
      sealedEntropy: entropy && seal(dataKey, entropy, entropyAad(owner)),
      wallets: CHAINS.map((chain) => {
        const { address, secret } = wallets[chain]
        return { chain, address, sealedSecret: seal(dataKey, secret, secretAad(owner, chain)) }
      }),
    }
  } finally {
    dataKey.fill(0)
  }
}

async function selfCheck(
  service: KeyService,
  owner: WalletOwner,
  sealed: SealedWallets,
  entropy: Buffer | null,
): Promise<void> {
  const usable = await withDataKey(service, owner, sealed, (dataKey) => {
    const { sealedEntropy, wallets } = sealed
    const opensEntropy =
      !entropy ||
      (sealedEntropy !== null &&
        opensTo(dataKey, sealedEntropy, entropyAad(owner), (it) => timingSafeEqual(it, entropy)))
    return (
      opensEntropy &&
      wallets.every(({ chain, address, sealedSecret }) =>
        opensTo(dataKey, sealedSecret, secretAad(owner, chain), (secret) => addressOf(chain, secret) === address),
      )
    )
  })
  if (usable) return
  throw new CustodyError(
    'self_check_failed',
    'A new wallet did not open to its own address, so nothing may be stored. Check the key backend and retry.',
  )
}

function opensTo(dataKey: Buffer, sealed: Sealed, aad: Buffer, expected: (plaintext: Buffer) => boolean): boolean {
  const plaintext = unseal(dataKey, sealed, aad)
  try {
    return expected(plaintext)
  } finally {
    plaintext.fill(0)
  }
}

async function withDataKey<Result>(
  service: KeyService,
  owner: WalletOwner,
  row: WrappedKeyRow,
  use: (dataKey: Buffer) => Result,
): Promise<Result> {
  const dataKey = await unwrapDataKey(service, row.wrappedKey, row.kekId, { owner: 'user', ...owner })
  try {
    return use(dataKey)
  } finally {
    dataKey.fill(0)
  }
}

// The KEK id is bound into the wrapped data key and not here, so a KEK rotation rewraps one small blob per user.
function secretAad({ appId, userId }: WalletOwner, chain: Chain): Buffer {
  return encodeAad('wallet-secret', requireId(appId), requireId(userId), chain, KEY_VERSION)
}

function entropyAad({ appId, userId }: WalletOwner): Buffer {
  return encodeAad('wallet-entropy', requireId(appId), requireId(userId), '', KEY_VERSION)
}
