import { timingSafeEqual } from 'node:crypto'
import { type Chain, CHAINS } from './chains.ts'
import { addressOf, deriveSecrets, legacySecrets, newEntropy, type Secrets } from './derive.ts'
import { encodeAad, seal, type Sealed, unseal } from '../envelope.ts'
import { CustodyError } from '../errors.ts'
import { type KeyService, requireId, unwrapDataKey, wrapDataKey, type WrappedKey } from '../key-service.ts'

/** The user whose wallets these are; both ids are part of every seal. */
export type WalletOwner = { appId: string; userId: string }

/** What decides a user's wallets, and is stored with the user: entropy under a new data key. */
export type SealedSeed = WrappedKey & { sealedEntropy: Sealed }

/** A wallet's row. Its secret is sealed under the user's data key. */
export type SealedWallet = { chain: Chain; address: string; sealedSecret: Sealed }

/** The wallets of a user that was imported from a deployment that derived keys from a salt. There is no entropy. */
export type SealedWallets = WrappedKey & { wallets: SealedWallet[] }

/** The stored data key of a user, as read from the database. */
export type WrappedKeyRow = { kekId: string; wrappedKey: Uint8Array }

/** A stored seed and its user. */
export type StoredSeed = WrappedKeyRow & { owner: WalletOwner; sealedEntropy: Uint8Array }

// Increment when the content of a seal changes its meaning, so that an old blob cannot be read as a new one.
const KEY_VERSION = 1

/**
 * Creates and seals the entropy of one user's wallets, 128 random bits, under a new data key. All wallets follow from it, so
 * that they can be derived later, by any server and any number of times, and are the same. It is opened again, through
 * the KEK, before it is returned.
 *
 * Throws self_check_failed (store nothing), unseal_failed, aad_invalid, and what the KEK throws.
 */
export async function sealNewSeed(service: KeyService, owner: WalletOwner): Promise<SealedSeed> {
  const entropy = newEntropy()
  try {
    return await withNewDataKey(service, owner, (dataKey) => {
      const sealedEntropy = seal(dataKey, entropy, entropyAad(owner))
      openEqual(dataKey, sealedEntropy, entropyAad(owner), entropy, () => {})
      return { sealedEntropy }
    })
  } finally {
    entropy.fill(0)
  }
}

/**
 * Derives the wallets of a stored seed and seals each secret under the seed's data key. A seed gives the same addresses each
 * time. Each address is that of the key as its seal opens.
 *
 * Throws kek_unknown, unseal_failed where the seed is not this owner's or was changed, self_check_failed (store nothing), and
 * what the KEK throws.
 */
export async function deriveWallets(service: KeyService, { owner, ...row }: StoredSeed): Promise<SealedWallet[]> {
  return withDataKey(service, owner, row, async (dataKey) => {
    const entropy = unseal(dataKey, row.sealedEntropy, entropyAad(owner))
    try {
      return sealSecrets(dataKey, owner, await deriveSecrets(entropy))
    } finally {
      entropy.fill(0)
    }
  })
}

/**
 * Seals the wallets that a former deployment derived from its salt, under a new data key.
 *
 * Throws legacy_invalid, self_check_failed (store nothing), aad_invalid, and what the KEK throws.
 */
export async function sealLegacyWallets(service: KeyService, owner: WalletOwner, salt: string): Promise<SealedWallets> {
  const secrets = legacySecrets(salt, owner.userId)
  try {
    return await withNewDataKey(service, owner, (dataKey) => ({ wallets: sealSecrets(dataKey, owner, secrets) }))
  } finally {
    zero(secrets)
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

/** Seals the secrets, zeroes them, and returns each with the address of the key that its seal opens to. */
function sealSecrets(dataKey: Buffer, owner: WalletOwner, secrets: Secrets): SealedWallet[] {
  try {
    return CHAINS.map((chain) => {
      const aad = secretAad(owner, chain)
      const sealedSecret = seal(dataKey, secrets[chain], aad)
      // An address is shown to people who pay to it: it comes from what is stored, never from what was meant to be stored.
      const address = openEqual(dataKey, sealedSecret, aad, secrets[chain], (opened) => addressOf(chain, opened))
      return { chain, address, sealedSecret }
    })
  } finally {
    zero(secrets)
  }
}

/** Opens a seal, requires what was sealed, and passes the opened plaintext to `use` before it zeroes it. */
function openEqual<T>(dataKey: Buffer, sealed: Sealed, aad: Buffer, expected: Buffer, use: (opened: Buffer) => T): T {
  const opened = unseal(dataKey, sealed, aad)
  try {
    requireEqual(opened, expected)
    return use(opened)
  } finally {
    opened.fill(0)
  }
}

function requireEqual(opened: Buffer, expected: Buffer): void {
  if (opened.length === expected.length && timingSafeEqual(opened, expected)) return
  throw new CustodyError(
    'self_check_failed',
    'A new key did not open to itself, so nothing may be stored. Check the key backend and retry.',
  )
}

/** Seals with a new data key, which its KEK has unwrapped again. */
async function withNewDataKey<Result extends object>(
  service: KeyService,
  owner: WalletOwner,
  use: (dataKey: Buffer) => Result,
): Promise<WrappedKey & Result> {
  const { dataKey, ...wrapped } = await wrapDataKey(service, { owner: 'user', ...owner })
  try {
    await withDataKey(service, owner, wrapped, (opened) => requireEqual(opened, dataKey))
    return { ...wrapped, ...use(dataKey) }
  } finally {
    dataKey.fill(0)
  }
}

async function withDataKey<Result>(
  service: KeyService,
  owner: WalletOwner,
  row: WrappedKeyRow,
  use: (dataKey: Buffer) => Result | Promise<Result>,
): Promise<Result> {
  const dataKey = await unwrapDataKey(service, row.wrappedKey, row.kekId, { owner: 'user', ...owner })
  try {
    return await use(dataKey)
  } finally {
    dataKey.fill(0)
  }
}

function zero(secrets: Secrets): void {
  for (const secret of Object.values(secrets)) secret.fill(0)
}

// The KEK id is bound into the wrapped data key and not here, so a KEK rotation rewraps one small blob per user.
function secretAad({ appId, userId }: WalletOwner, chain: Chain): Buffer {
  return encodeAad('wallet-secret', requireId(appId), requireId(userId), chain, KEY_VERSION)
}

function entropyAad({ appId, userId }: WalletOwner): Buffer {
  return encodeAad('wallet-entropy', requireId(appId), requireId(userId), '', KEY_VERSION)
}
