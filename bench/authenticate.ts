import { createRemoteJWKSet, jwtVerify } from 'jose'
import { LRUCache } from 'lru-cache'

const keys = createRemoteJWKSet(new URL(process.env.JWKS_URL!))
const verified = new LRUCache<string, { userId: string; expiresAt: number }>({ max: 20_000 })

/** The user of an Authorization header, by the least that verifies a token: its signature, once, and its expiry. Baselines share it. */
export const authenticate = async (header: string | undefined): Promise<string> => {
  const token = header?.slice('Bearer '.length) ?? ''
  const cached = verified.get(token)
  if (cached && cached.expiresAt > Date.now()) return cached.userId
  const { payload } = await jwtVerify<{ userId: string }>(token, keys, { algorithms: ['EdDSA'], issuer: 'openauth' })
  verified.set(token, { userId: payload.userId, expiresAt: payload.exp! * 1000 })
  return payload.userId
}
