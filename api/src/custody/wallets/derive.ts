import { createHash, createPrivateKey, createPublicKey, pbkdf2, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { getPublicKey, secretFromSeed } from '@scure/sr25519'
import { getAddress } from 'ethers/address'
import { keccak256 } from 'ethers/crypto'
import { encodeBase58 } from 'ethers/utils'
import { CustodyError } from '../errors.ts'
import type { Chain } from './chains.ts'
import { bip32Secret, hardened, slip10Secret } from './hd-keys.ts'
import { publicPoint } from './secp256k1.ts'

/** A user's 32-byte secret of each chain. Their holder zeroes them with fill(0). */
export type Secrets = Record<Chain, Buffer>

const SECRET_BYTES = 32
// m/44'/501'/0'/0' (Phantom) and m/44'/60'/0'/0/0 (MetaMask); coin types from SLIP-0044, levels from BIP-44.
const SOLANA_PATH = [44, 501, 0, 0].map(hardened)
const ETHEREUM_PATH = [...[44, 60, 0].map(hardened), 0, 0]
// RFC 8410: the DER prefix of a 32-byte ed25519 seed, the only raw form that node:crypto accepts without a string.
const ED25519_PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex')
const SS58_GENERIC_PREFIX = 42

const pbkdf2Async = promisify(pbkdf2)

/** New wallet entropy: 16 random bytes, a 12-word BIP-39 phrase. The caller zeroes it with fill(0). */
export function newEntropy(): Buffer {
  return randomBytes(16)
}

/**
 * The English BIP-39 phrase of 16 to 32 bytes of entropy, as ASCII words in a Buffer that the caller zeroes. It is not
 * a string, because strings cannot be zeroed and the phrase opens every chain. Throws entropy_invalid.
 */
export function phraseOf(entropy: Uint8Array): Buffer {
  requireEntropy(entropy)
  const checksum = createHash('sha256').update(entropy).digest().subarray(0, 1)
  // Two bytes of padding, so that the last word's 24-bit window stays inside.
  const bits = Buffer.concat([entropy, checksum, Buffer.alloc(2)])
  const wordCount = (entropy.length * 3) / 4
  const phrase = Buffer.alloc(wordCount * 9)
  let end = 0
  for (let word = 0; word < wordCount; word++) {
    const offset = word * 11
    const index = (bits.readUIntBE(offset >> 3, 3) >> (24 - 11 - (offset & 7))) & 0x7ff
    end += phrase.write(`${word ? ' ' : ''}${wordlist[index]}`, end, 'latin1')
  }
  bits.fill(0)
  return phrase.subarray(0, end)
}

/**
 * Derives one secret per chain from BIP-39 entropy of 16 to 32 bytes, as the chains' own wallets do without a passphrase:
 * - solana: SLIP-0010 m/44'/501'/0'/0'; secret = ed25519 seed
 * - ethereum: BIP-32 m/44'/60'/0'/0/0; secret = secp256k1 private key
 * - polkadot: substrate-bip39, no path; secret = sr25519 mini-secret
 *
 * Throws entropy_invalid. The caller zeroes entropy and secrets.
 */
export async function deriveSecrets(entropy: Uint8Array): Promise<Secrets> {
  const phrase = phraseOf(entropy)
  const secrets: Partial<Secrets> = {}
  const seeds: Buffer[] = []
  try {
    // BIP-39 stretches the phrase, substrate-bip39 the entropy itself; the function is otherwise the same. Both use the
    // salt "mnemonic" with an empty passphrase. Neither replaces the other: each chain's own wallets import the phrase.
    const stretched = await Promise.all([phrase, entropy].map((password) => stretch(password)))
    seeds.push(...stretched)
    const [seed, substrateSeed] = stretched as [Buffer, Buffer]
    secrets.solana = slip10Secret(seed, SOLANA_PATH)
    secrets.ethereum = bip32Secret(seed, ETHEREUM_PATH)
    secrets.polkadot = ownCopy(substrateSeed.subarray(0, SECRET_BYTES))
    return secrets as Secrets
  } catch (error) {
    Object.values(secrets).forEach((secret) => secret.fill(0))
    throw error
  } finally {
    for (const secret of [phrase, ...seeds]) secret.fill(0)
  }
}

/**
 * The secrets of a deployment that used sha256("{salt}_{userId}") as Solana seed, Ethereum private key and sr25519
 * mini-secret, so that imported users keep their addresses. One leaked key reveals all three, so never use it for new
 * users.
 *
 * Throws legacy_invalid when salt or user id is empty, since anyone could then compute the keys.
 */
export function legacySecrets(salt: string, userId: string): Secrets {
  if (!salt || !userId) {
    throw new CustodyError(
      'legacy_invalid',
      "A legacy wallet needs the former deployment's salt and the user's former id.",
    )
  }
  const secret = createHash('sha256').update(`${salt}_${userId}`, 'utf8').digest()
  try {
    return { solana: ownCopy(secret), ethereum: ownCopy(secret), polkadot: ownCopy(secret) }
  } finally {
    secret.fill(0)
  }
}

/**
 * The address a 32-byte secret controls: Solana base58 of the ed25519 public key (RFC 8032), Ethereum EIP-55,
 * Polkadot SS58 with the generic prefix 42. Throws secret_invalid when the bytes are no key of that chain.
 */
export function addressOf(chain: Chain, secret: Uint8Array): string {
  if (secret.length !== SECRET_BYTES) throw secretInvalid(chain)
  if (chain === 'solana') return encodeBase58(ed25519PublicKey(secret))
  if (chain === 'ethereum') return getAddress(`0x${keccak256(secp256k1Point(secret)).slice(-40)}`)
  return ss58(sr25519PublicKey(secret), SS58_GENERIC_PREFIX)
}

function stretch(password: Uint8Array): Promise<Buffer> {
  return pbkdf2Async(password, 'mnemonic', 2048, 64, 'sha512')
}

function ed25519PublicKey(seed: Uint8Array): Buffer {
  const der = Buffer.concat([ED25519_PKCS8, seed])
  try {
    const privateKey = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
    return createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32)
  } finally {
    der.fill(0)
  }
}

/** x | y, 64 bytes: the uncompressed public key without its leading 4. */
function secp256k1Point(secret: Uint8Array): Uint8Array {
  const point = publicPoint(secret, 'uncompressed')
  // The cause is dropped so that the error carries nothing about the secret.
  if (!point) throw secretInvalid('ethereum')
  return point.subarray(1)
}

function sr25519PublicKey(miniSecret: Uint8Array): Uint8Array {
  const secret = secretFromSeed(miniSecret)
  try {
    return getPublicKey(secret)
  } finally {
    secret.fill(0)
  }
}

// Implemented here because importing @polkadot/util-crypto's encoder costs 112 ms and 27 MB.
function ss58(publicKey: Uint8Array, prefix: number): string {
  const body = Buffer.concat([Uint8Array.of(prefix), publicKey])
  const checksum = createHash('blake2b512').update('SS58PRE').update(body).digest().subarray(0, 2)
  return encodeBase58(Buffer.concat([body, checksum]))
}

// Buffer.from would put a small secret into the pool that unrelated buffers share.
function ownCopy(bytes: Uint8Array): Buffer {
  const copy = Buffer.alloc(bytes.length)
  copy.set(bytes)
  return copy
}

function requireEntropy(entropy: Uint8Array): void {
  if (entropy.length >= 16 && entropy.length <= 32 && entropy.length % 4 === 0) return
  throw new CustodyError(
    'entropy_invalid',
    'Wallet entropy is 16, 20, 24, 28 or 32 bytes (BIP-39); make it with newEntropy().',
  )
}

function secretInvalid(chain: Chain): CustodyError {
  return new CustodyError(
    'secret_invalid',
    `These bytes are not a private key on ${chain}; a key is 32 bytes within the curve’s range.`,
  )
}
