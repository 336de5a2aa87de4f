import { createHmac, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, SignJWT, type JWK, type JWTPayload } from 'jose'

const generate = promisify(generateKeyPair)

/** What each signs with. */
const algorithms = { google: 'RS256', apple: 'RS256', huggingface: 'RS256', line: 'ES256' } as const
const keyHolders = Object.keys(algorithms) as KeyHolder[]
/** The providers that sign identity tokens. */
export type KeyHolder = keyof typeof algorithms

export interface SigningKey {
  algorithm: 'RS256' | 'ES256'
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

const newPair = {
  RS256: () => generate('rsa', { modulusLength: 2048 }),
  ES256: () => generate('ec', { namedCurve: 'P-256' }),
}

/** A new key with a random key id: RSA of 2048 bits, or P-256. */
export const newKey = async (holder: KeyHolder): Promise<SigningKey> => {
  const algorithm = algorithms[holder]
  return { algorithm, kid: randomBytes(20).toString('hex'), ...(await newPair[algorithm]()) }
}

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
    keys.map(async ({ kid, algorithm, publicKey }) => ({
      ...(await exportJWK(publicKey)),
      kid,
      use: 'sig',
      alg: algorithm,
    })),
  ),
})

const segment = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url')

const unsigned = (claims: JWTPayload): string => `${segment({ alg: 'none', typ: 'JWT' })}.${segment(claims)}.`

const publicKeyAsSecret = (claims: JWTPayload, { kid, publicKey }: SigningKey): string => {
  const input = `${segment({ alg: 'HS256', typ: 'JWT', kid })}.${segment(claims)}`
  const secret = publicKey.export({ type: 'spki', format: 'pem' })
  return `${input}.${createHmac('sha256', secret).update(input).digest('base64url')}`
}

const signed = (claims: JWTPayload, { algorithm, kid, privateKey }: SigningKey): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: algorithm, kid, typ: 'JWT' }).sign(privateKey)

/** A JWT of the claims by the holder's newest key. */
export const sign = async (
  sets: KeySets,
  holder: KeyHolder,
  claims: JWTPayload,
  signature: Signature = 'valid',
): Promise<string> => {
  const key = sets[holder].at(-1)
  if (!key) throw new Error('This provider has no key left to sign with')
  if (signature === 'none') return unsigned(claims)
  if (signature === 'hs256') return publicKeyAsSecret(claims, key)
  if (signature === 'valid') return signed(claims, key)
  const other = await newKey(holder)
  return signed(claims, signature === 'wrong-key' ? { ...other, kid: key.kid } : other)
}

/** A JWT of the claims that the client's secret signs: OpenID Connect Core 1.0, section 10.1. */
export const signWithSecret = (claims: JWTPayload, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(Buffer.from(secret))
