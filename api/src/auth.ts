import { timingSafeEqual } from 'node:crypto'
import {
  appSecretForm,
  isAppSecret,
  looksLikeServiceToken,
  type AppSecretKind,
  type Auth,
  type Route,
} from '@openauth/client'
import type { FastifyRequest } from 'fastify'
import type { Identity } from './handler.ts'
import type { Statement } from './db.ts'
import type { Platform } from './resources.ts'
import { Problem } from './errors.ts'
import { secretDigest } from './features/apps/secrets.ts'
import { admitServiceToken } from './features/admins/service-tokens.ts'
import { touchAdminSession } from './features/admins/sessions.ts'
import type { Sessions } from './features/sessions/sessions.ts'
import { admitSupport } from './features/sessions/support.ts'
import type { TermsGuard } from './features/terms/accepted.ts'

/**
 * Authenticates the caller, or throws `unauthorized`. The guard of the app group also throws `read_secret` and
 * `too_many_attempts`, and that of users `support_call_refused` and `terms_required`. `call`: the route's name, `group.verb`.
 */
export type Guard = (
  request: FastifyRequest,
  route: Pick<Route, 'access' | 'support' | 'beforeTerms'>,
  call?: string,
) => Promise<Identity>

const MAX_TOKEN = 4096

interface SecretRow {
  id: string
  appId: string
  kind: AppSecretKind
  digest: Buffer
  /** Whether its last use was recorded more than a minute ago. */
  stale: boolean
}

const findSecret: Statement = {
  name: 'app-secret',
  text: `
    SELECT s.id, s."appId", s.kind::text, s.digest,
      s."lastUsedAt" IS NULL OR s."lastUsedAt" < now() - interval '1 minute' AS stale
    FROM "AppSecret" s JOIN "App" a ON a.id = s."appId"
    WHERE s.digest = $1 AND (s."expiresAt" IS NULL OR s."expiresAt" > now()) AND a."deletedAt" IS NULL`,
}

/** Records a use. Of concurrent calls one writes: the others wait for its row and then find it recent. */
const recordUse: Statement = {
  name: 'app-secret-use',
  text: `
    UPDATE "AppSecret" SET "lastUsedAt" = now()
    WHERE id = $1 AND ("lastUsedAt" IS NULL OR "lastUsedAt" < now() - interval '1 minute')`,
}

/**
 * The credential that each kind of route expects, and how to get one. Equal for all refusals, so that it reveals
 * nothing about the credential sent.
 */
const expectedCredentials: Record<Auth, string> = {
  public: '',
  admin:
    'must be "Bearer <admin token>" or "Bearer <service token>". POST /admin/login returns an admin token, openauth tokens create a service token',
  app: `must be "Bearer <app secret>", where an app secret is ${appSecretForm}, and not revoked. Operators read it with GET /admin/apps/{id}/secret or openauth apps secret`,
  user: 'must be "Bearer <user token>". The login routes (/user/login-…) return a user token',
}

/** The error for a wrong credential. Clients match its message, so its issues say what to do. */
const unauthorized = (auth: Auth): Problem =>
  new Problem('unauthorized', { issues: [{ path: 'authorization', message: expectedCredentials[auth] }] })

/** The credential of an Authorization header of the Bearer scheme (RFC 6750, section 2.1). */
const bearer = (request: FastifyRequest, auth: Auth): string => {
  const header = request.headers.authorization ?? ''
  const token = /^bearer +([\w.~+/=-]+)$/i.exec(header)?.[1]
  if (!token || token.length > MAX_TOKEN) throw unauthorized(auth)
  return token
}

/** What guards look credentials up in. */
export interface GuardNeeds extends Pick<Platform, 'db' | 'tokens' | 'attempts'> {
  sessions: Sessions
  terms: TermsGuard
}

/** One guard per kind of credential. They are not interchangeable: each accepts its own kind only. */
export const createGuards = ({ db, tokens, sessions, attempts, terms }: GuardNeeds): Record<Auth, Guard> => ({
  public: async () => ({ kind: 'public' }),

  admin: async (request) => {
    const token = bearer(request, 'admin')
    const claims = looksLikeServiceToken(token) ? undefined : await tokens.verifyAdmin(token)
    const admin = claims ? await touchAdminSession(db, claims) : await admitServiceToken(db, token, request.ip)
    if (!admin) throw unauthorized('admin')
    return admin
  },

  app: async (request, { access }) => {
    const secret = bearer(request, 'app')
    if (!isAppSecret(secret)) throw unauthorized('app')
    const digest = secretDigest(secret)
    const [row] = await db.query<SecretRow>(findSecret, [digest])
    if (!row || !timingSafeEqual(row.digest, digest)) throw unauthorized('app')
    await attempts.consume(['requestByAppSecret', row.id])
    if (row.stale) await db.query(recordUse, [row.id])
    if (row.kind !== 'full' && access !== 'read') throw new Problem('read_secret')
    return { kind: 'app', appId: row.appId, secretId: row.id }
  },

  user: async (request, route, call) => {
    const token = bearer(request, 'user')
    const claims = tokens.rememberedUser(token) ?? (await tokens.verifyUser(token))
    if (!claims) {
      const support = await tokens.verifySupport(token)
      const admin = support && (await admitSupport(db, support, request.ip, route.support ? call : undefined))
      if (!admin) throw unauthorized('user')
      return admin
    }
    if (!(await sessions.isActive(claims))) throw unauthorized('user')
    if (!route.beforeTerms) await terms.requireAccepted(claims)
    return { kind: 'user', ...claims }
  },
})
