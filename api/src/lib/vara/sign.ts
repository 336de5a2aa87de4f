import { blake2b, sr25519KeypairFromSeed, sr25519Sign, waitReady } from '@polkadot/wasm-crypto'
import { decodeExtrinsicPayload } from './decode.ts'
import { VaraError } from './errors.ts'

/**
 * Longer payloads are signed as their hash.
 * https://paritytech.github.io/polkadot-sdk/master/sp_runtime/generic/struct.SignedPayload.html
 */
const LONGEST_UNHASHED = 256
const NO_KEY = new Uint8Array()

/** Of a key pair: the secret scalar and its nonce, 64 bytes, then the public key. */
const SECRET_BYTES = 64

const notSignable = (why: string): VaraError => new VaraError('not_signable', why)

/** Passes a secret's key pair to `use`, and zeroes it. (The copy inside the WebAssembly memory cannot be zeroed.) */
const withKeyPair = async <T>(secret: Buffer, use: (publicKey: Uint8Array, secretKey: Uint8Array) => T): Promise<T> => {
  if (secret.length !== 32) throw notSignable('These bytes are not an sr25519 mini-secret, which has 32 bytes')
  if (!(await waitReady())) throw notSignable('This platform does not run WebAssembly, which signing requires')
  const pair = sr25519KeypairFromSeed(secret)
  try {
    return use(pair.subarray(SECRET_BYTES), pair.subarray(0, SECRET_BYTES))
  } finally {
    pair.fill(0)
  }
}

/**
 * The sr25519 signature, 64 bytes, over the payload of an unsigned extrinsic; it is not deterministic. `secret` is a
 * 32-byte mini-secret as custody derives it, which the caller zeroes; it is never copied into a string. Signs only
 * messages and replies of Gear, never text or transfers. Throws VaraError not_signable.
 */
export const signVaraPayload = async (payload: Uint8Array, secret: Buffer): Promise<Uint8Array> => {
  if (!decodeExtrinsicPayload(payload)) {
    throw notSignable('These bytes are not the payload of a message or a reply, the only signable calls')
  }
  return withKeyPair(secret, (publicKey, secretKey) => {
    const signed = payload.length > LONGEST_UNHASHED ? blake2b(payload, NO_KEY, 32) : payload
    return sr25519Sign(publicKey, secretKey, signed)
  })
}
