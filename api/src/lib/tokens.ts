import type { KeyObject } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { LRUCache } from 'lru-cache'
import { z } from 'zod'

/** Whom a token speaks for. The audience is the app's id, or `admin`. */
export const UserClaims = z.object({ userId: z.guid(), appId: z.guid(), sessionId: z.guid() })
export type UserClaims = z.output<typeof UserClaims>
export const AdminClaims = z.object({ adminId: z.int(), sessionId: z.guid() })
export type AdminClaims = z.output<typeof AdminClaims>

/** Audience of admin tokens; app ids are UUIDs, so that no app can have it. */
const adminAudience = 'admin'

/** Where keys come from: the one that signs now, and those that verify by their `kid`. */
export interface TokenKeys {
  signing: () => Promise<{ kid: string; privateKey: KeyObject }>
  verifying: (kid: string) => Promise<KeyObject | undefined>
}

export interface Tokens {
  signUser: (claims: UserClaims, expiresAt: Date) => Promise<string>
  signAdmin: (claims: AdminClaims, expiresAt: Date) => Promise<string>
  /** The claims of a user token whose signature, issuer, audience and end hold; undefined for any other text. */
  verifyUser: (token: string) => Promise<UserClaims | undefined>
  verifyAdmin: (token: string) => Promise<AdminClaims | undefined>
}

type Verified = { audience: string; claims: unknown; expiresAt: number }

/**
 * Signs and verifies session tokens: JWTs (RFC 7519) signed with EdDSA over Ed25519 (RFC 8037). The algorithm is fixed
 * and keys come by `kid` from the server's own set only; `jku`, `jwk` and `x5u` in a header are not looked at.
 * A verified token is remembered, since the signature check is most of an authenticated request's cost; whether its
 * session still stands is not decided here.
 */
export const createTokens = (keys: TokenKeys, issuer: string): Tokens => {
  const verified = new LRUCache<string, Verified>({ max: 20_000 })

  const sign = async (claims: Record<string, unknown>, audience: string, subject: string, expiresAt: Date) => {
    const { kid, privateKey } = await keys.signing()
    return new SignJWT(claims)
      .setProtectedHeader({ alg: 'EdDSA', kid, typ: 'JWT' })
      .setIssuer(issuer)
      .setAudience(audience)
      .setSubject(subject)
      .setIssuedAt()
      .setExpirationTime(expiresAt)
      .sign(privateKey)
  }

  const check = async (token: string): Promise<Verified | undefined> => {
    const { kid, alg } = decodeProtectedHeader(token)
    const key = typeof kid === 'string' && alg === 'EdDSA' ? await keys.verifying(kid) : undefined
    if (!key) return undefined
    const { payload } = await jwtVerify(token, key, {
      algorithms: ['EdDSA'],
      issuer,
      typ: 'JWT',
      requiredClaims: ['exp', 'aud', 'iat'],
    })
    if (typeof payload.aud !== 'string') return undefined
    return { audience: payload.aud, claims: payload, expiresAt: payload.exp! * 1000 }
  }

  const verify = async (token: string): Promise<Verified | undefined> => {
    const known = verified.get(token)
    if (known) return known.expiresAt > Date.now() ? known : undefined
    const fresh = await check(token).catch((error: unknown) => {
      if (error instanceof errors.JOSEError || error instanceof TypeError) return undefined
      throw error
    })
    if (fresh) verified.set(token, fresh)
    return fresh
  }

  return {
    signUser: (claims, expiresAt) => sign(claims, claims.appId, claims.userId, expiresAt),
    signAdmin: (claims, expiresAt) => sign(claims, adminAudience, String(claims.adminId), expiresAt),
    verifyUser: async (token) => {
      const found = await verify(token)
      const claims = UserClaims.safeParse(found?.claims)
      return claims.success && claims.data.appId === found?.audience ? claims.data : undefined
    },
    verifyAdmin: async (token) => {
      const found = await verify(token)
      const claims = AdminClaims.safeParse(found?.claims)
      return claims.success && found?.audience === adminAudience ? claims.data : undefined
    },
  }
}
