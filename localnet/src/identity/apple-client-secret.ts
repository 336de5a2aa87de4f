import { createECDH, createPrivateKey, createPublicKey } from 'node:crypto'
import { decodeProtectedHeader, jwtVerify } from 'jose'
import { findClient, type Pair } from './clients.ts'
import { stable } from './people.ts'

export interface AppleClient {
  /** A Services ID. */
  clientId: string
  teamId: string
  keyId: string
  /** PKCS#8 PEM, as in the .p8 file that Apple lets one download once. */
  privateKey: string
}

/** A P-256 key that depends on the seed only, so that what an app has stored stays valid in the next run. */
export const stableKey = (seed: string): string => {
  const secret = Buffer.from(stable(seed), 'hex')
  const ecdh = createECDH('prime256v1')
  ecdh.setPrivateKey(secret)
  const point = ecdh.getPublicKey()
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')]
  const key = { kty: 'EC', crv: 'P-256', d: secret.toString('base64url'), x, y }
  return createPrivateKey({ key, format: 'jwk' }).export({ type: 'pkcs8', format: 'pem' }).toString()
}

/** Six months, in seconds. */
const MAX_LIFETIME = 15_777_000

interface Expected {
  clients: Pair<AppleClient>
  audience: string
  /** Unix seconds. */
  now: number
}

/**
 * The client of a token request whose key signed its secret: an ES256 JWT issued by the team, with the client as subject
 * and Apple as audience, valid for six months at most.
 * https://developer.apple.com/documentation/accountorganizationaldatasharing/creating-a-client-secret
 */
export const clientOfSecret = async (
  form: URLSearchParams,
  { clients, audience, now }: Expected,
): Promise<AppleClient | undefined> => {
  const client = findClient(clients, form.get('client_id'))
  const secret = form.get('client_secret') ?? ''
  if (!client) return undefined
  try {
    if (decodeProtectedHeader(secret).kid !== client.keyId) return undefined
    const { payload } = await jwtVerify(secret, createPublicKey(client.privateKey), {
      algorithms: ['ES256'],
      issuer: client.teamId,
      subject: client.clientId,
      audience,
      requiredClaims: ['iat', 'exp'],
      currentDate: new Date(now * 1000),
    })
    return (payload.exp ?? 0) - now <= MAX_LIFETIME ? client : undefined
  } catch {
    return undefined
  }
}
