import { createHmac, generateKeyPair, randomBytes, type KeyObject } from 'node:crypto'
import { promisify } from 'node:util'
import { exportJWK, SignJWT, type JWK, type JWTPayload } from 'jose'

const generate = promisify(generateKeyPair)

export type Algorithm = 'RS256' | 'ES256'

export interface SigningKey {
  algorithm: Algorithm
  kid: string
  privateKey: KeyObject
  publicKey: KeyObject
}

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
export const newKey = async (algorithm: Algorithm): Promise<SigningKey> => ({
  algorithm,
  kid: randomBytes(20).toString('hex'),
  ...(await newPair[algorithm]()),
})

/** RFC 7517. */
export const jwks = async (keys: SigningKey[] = []): Promise<{ keys: JWK[] }> => ({
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

/** A JWT of the claims by the newest key. */
export const sign = async (
  keys: SigningKey[] | undefined,
  claims: JWTPayload,
  signature: Signature = 'valid',
): Promise<string> => {
  const key = keys?.at(-1)
  if (!key) throw new Error('This provider has no key left to sign with')
  if (signature === 'none') return unsigned(claims)
  if (signature === 'hs256') return publicKeyAsSecret(claims, key)
  if (signature === 'valid') return signed(claims, key)
  const other = await newKey(key.algorithm)
  return signed(claims, signature === 'wrong-key' ? { ...other, kid: key.kid } : other)
}

/** A JWT of the claims that the client's secret signs: OpenID Connect Core 1.0, section 10.1. */
export const signWithSecret = (claims: JWTPayload, secret: string): Promise<string> =>
  new SignJWT(claims).setProtectedHeader({ alg: 'HS256', typ: 'JWT' }).sign(Buffer.from(secret))
