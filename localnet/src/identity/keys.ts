import { createHmac, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, SignJWT, type JWK, type JWTPayload } from 'jose'

const generate = promisify(generateKeyPair)

const keyHolders = ['google', 'apple', 'huggingface'] as const
/** The providers that sign identity tokens. */
export type KeyHolder = (typeof keyHolders)[number]

export interface SigningKey {
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

/** The last key signs; all are published. */
type KeySet = SigningKey[]
export type KeySets = Record<KeyHolder, KeySet>

/**
 * The signature of an identity token: valid; none; by another key than that of its kid; with a kid that is not
 * published; or by HMAC with the public key as its secret, which a verifier that trusts `alg` accepts (RFC 8725,
 * section 2.1).
 */
export type Signature = 'valid' | 'none' | 'wrong-key' | 'unknown-kid' | 'hs256'

/** A new RSA key of 2048 bits with a random key id. */
export const newKey = async (): Promise<SigningKey> => ({
  kid: randomBytes(20).toString('hex'),
  ...(await generate('rsa', { modulusLength: 2048 })),
})

let firstKeys: Promise<SigningKey[]> | undefined

/** New key sets with one key each. The worlds of a process share these first keys, since making RSA keys is slow. */
export const newKeySets = async (): Promise<KeySets> => {
  firstKeys ??= Promise.all(keyHolders.map(newKey))
  const keys = await firstKeys
  return Object.fromEntries(keyHolders.map((holder, index) => [holder, [keys[index]!]])) as KeySets
}

/** RFC 7517. */
export const jwks = async (keys: KeySet): Promise<{ keys: JWK[] }> => ({
  keys: await Promise.all(
    keys.map(async ({ kid, publicKey }) => ({ ...(await exportJWK(publicKey)), kid, use: 'sig', alg: 'RS256' })),
  ),
})

const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const unsigned = (claims: JWTPayload): string => `${segment({ alg: 'none', typ: 'JWT' })}.${segment(claims)}.`

const publicKeyAsSecret = (claims: JWTPayload, { kid, publicKey }: SigningKey): string => {
  const input = `${segment({ alg: 'HS256', typ: 'JWT', kid })}.${segment(claims)}`
  const secret = publicKey.export({ type: 'spki', format: 'pem' })
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

const rs256 = (claims: JWTPayload, kid: string, key: KeyObject): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'RS256', kid, typ: 'JWT' }).sign(key)

const wronglySigned = async (claims: JWTPayload, kid: string | undefined): Promise<string> => {
  const other = await newKey()
  return rs256(claims, kid ?? other.kid, other.privateKey)
}

/** A JWT of the claims by the newest key. */
export const sign = async (keys: KeySet, claims: JWTPayload, signature: Signature = 'valid'): Promise<string> => {
  const key = keys.at(-1)
  if (!key) throw new Error('This provider has no key left to sign with')
  if (signature === 'none') return unsigned(claims)
  if (signature === 'hs256') return publicKeyAsSecret(claims, key)
  if (signature === 'valid') return rs256(claims, key.kid, key.privateKey)
  return wronglySigned(claims, signature === 'wrong-key' ? key.kid : undefined)
}
