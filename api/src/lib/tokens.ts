import { type KeyObject, sign as signBytes } from 'node:crypto'
import { decodeProtectedHeader, errors, jwtVerify } from 'jose'
import * as z from 'zod'
import { createLargeCache } from './large-cache.ts'

/** The subject of a token. The audience is the app's id, or `admin`. */
export const UserClaims = z.object({ userId: z.guid(), appId: z.guid(), sessionId: z.guid() })
export type UserClaims = z.output<typeof UserClaims>
export const AdminClaims = z.object({ adminId: z.int(), sessionId: z.guid() })
export type AdminClaims = z.output<typeof AdminClaims>

export const SupportClaims = z.object({ userId: z.guid(), appId: z.guid(), supportId: z.guid() })
export type SupportClaims = z.output<typeof SupportClaims>

/** Audiences of admins' sessions; app ids are UUIDs, so no app can have them. */
const adminAudience = 'admin'
const consoleAudience = 'console'
/** Of an admin who acts in the name of a user: not the app's, so that whoever takes tokens of its users refuses it. */
const supportAudience = 'support'

/** The key set: the current signing key, and the verification keys by `kid`. */
export interface TokenKeys {
  signing: () => Promise<{ kid: string; privateKey: KeyObject }>
  verifying: (kid: string) => Promise<KeyObject | undefined>
}

export interface Tokens {
  signUser: (claims: UserClaims, expiresAt: Date) => Promise<string>
  signAdmin: (claims: AdminClaims, expiresAt: Date) => Promise<string>
  /** The value of the cookie of the console in a browser, which is no bearer token. */
  signConsole: (claims: AdminClaims, expiresAt: Date) => Promise<string>
  /** A token of an admin who acts in the name of a user, named by `act` (RFC 8693, section 4.1). */
  signSupport: (claims: SupportClaims, adminId: number, expiresAt: Date) => Promise<string>
  /** The cached claims of a user token that was verified before; synchronous, because most calls end here. */
  rememberedUser: (token: string) => UserClaims | undefined
  /** The claims of a user token with valid signature, issuer, audience and expiry; undefined for any other text. */
  verifyUser: (token: string) => Promise<UserClaims | undefined>
  verifySupport: (token: string) => Promise<SupportClaims | undefined>
  verifyAdmin: (token: string) => Promise<AdminClaims | undefined>
  verifyConsole: (cookie: string) => Promise<AdminClaims | undefined>
}

/** A verified token: its subject and expiry in milliseconds. */
interface Verified {
  user?: UserClaims
  support?: SupportClaims
  admin?: AdminClaims
  console?: AdminClaims
  expiresAt: number
}

/** Claims are accepted only with the audience that they belong to. */
const speaksFor = (audience: unknown, claims: unknown): Omit<Verified, 'expiresAt'> => {
  const user = UserClaims.safeParse(claims)
  if (user.success && user.data.appId === audience) return { user: user.data }
  if (audience === supportAudience) {
    const support = SupportClaims.safeParse(claims)
    return support.success ? { support: support.data } : {}
  }
  const admin = AdminClaims.safeParse(claims)
  if (!admin.success) return {}
  if (audience === adminAudience) return { admin: admin.data }
  return audience === consoleAudience ? { console: admin.data } : {}
}

const encodePart = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

/**
 * Signs and verifies session tokens: JWTs (RFC 7519) signed with EdDSA over Ed25519 (RFC 8037). The algorithm is fixed,
 * and keys come by `kid` from the server's own set only; `jku`, `jwk` and `x5u` in a header are ignored. A verified
 * token is cached, because the signature check is most of the cost of an authenticated request. The caller checks
 * whether its session is still live.
 */
export const createTokens = (keys: TokenKeys, issuer: string): Tokens => {
  const verified = createLargeCache<Verified>(20_000)

  /**
   * JWS compact serialization (RFC 7515, section 3.1) by node:crypto, at a third of the cost of WebCrypto's threads.
   */
  const sign = async (claims: Record<string, unknown>, audience: string, subject: string, expiresAt: Date) => {
    const { kid, privateKey } = await keys.signing()
    const seconds = (milliseconds: number) => Math.floor(milliseconds / 1000)
    const times = { iat: seconds(Date.now()), exp: seconds(expiresAt.getTime()) }
    const header = encodePart({ alg: 'EdDSA', kid, typ: 'JWT' })
    // Named properties first: an object that begins with a spread gets a new hidden class at each call.
    const payload = encodePart({ iss: issuer, aud: audience, sub: subject, ...times, ...claims })
    const signature = signBytes(null, Buffer.from(`${header}.${payload}`), privateKey)
    return `${header}.${payload}.${signature.toString('base64url')}`
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
    return { expiresAt: payload.exp! * 1000, ...speaksFor(payload.aud, payload) }
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
    signConsole: (claims, expiresAt) => sign(claims, consoleAudience, String(claims.adminId), expiresAt),
    signSupport: (claims, adminId, expiresAt) =>
      sign({ ...claims, act: { sub: `admin:${adminId}` } }, supportAudience, claims.userId, expiresAt),
    rememberedUser: (token) => {
      const known = verified.get(token)
      return known && known.expiresAt > Date.now() ? known.user : undefined
    },
    verifyUser: async (token) => (await verify(token))?.user,
    verifySupport: async (token) => (await verify(token))?.support,
    verifyAdmin: async (token) => (await verify(token))?.admin,
    verifyConsole: async (cookie) => (await verify(cookie))?.console,
  }
}
