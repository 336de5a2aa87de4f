import { type OidcScope, RegisteredClientMetadata } from '@openauth/client'
import type { Database, Tx } from '../../db.ts'
import { storedClient, type StoredClient } from './clients.ts'

/** The most clients of an app that registered themselves. */
export const MAX_REGISTERED = 500
/** Of these, one that nobody has logged in by makes room for another after so long. Milliseconds. */
const MAKES_ROOM_AFTER = 3_600_000
/** How long one stays that nobody logs in by: at first, and since its last login. Days. */
const UNUSED_DAYS = 1
const ABANDONED_DAYS = 90

/** What a client may ask for that registered itself: no address of mail or wallets, which need an operator who knows it. */
const registeredScopes: OidcScope[] = ['openid', 'profile', 'offline_access']

/** A refusal in the form of RFC 7591, section 3.2.2. */
export class RegistrationError extends Error {
  override readonly name = 'RegistrationError'
  readonly code: 'invalid_redirect_uri' | 'invalid_client_metadata' | 'temporarily_unavailable'
  constructor(code: RegistrationError['code'], message: string) {
    super(message)
    this.code = code
  }
}

const readMetadata = (body: unknown): RegisteredClientMetadata => {
  const read = RegisteredClientMetadata.safeParse(body)
  if (!read.success) {
    const { path, message } = read.error.issues[0]!
    const field = String(path[0] ?? '')
    const code = field === 'redirect_uris' ? 'invalid_redirect_uri' : 'invalid_client_metadata'
    throw new RegistrationError(code, field === '' ? 'must be a JSON object' : `${path.join('.')}: ${message}`)
  }
  const { grant_types: grants = ['authorization_code'], response_types: responses = ['code'] } = read.data
  if (!grants.includes('authorization_code') || !responses.includes('code'))
    throw new RegistrationError('invalid_client_metadata', 'clients use authorization_code and code')
  return read.data
}

/** What users read of a client without a name: where it returns to. */
const hostOf = (address: string): string => {
  const { host, protocol } = new URL(address)
  return (host || protocol.slice(0, -1)).slice(0, 64)
}

/** Makes room among the registered clients of an app. Call it with their lock. */
const makeRoom = async (tx: Tx, appId: string): Promise<void> => {
  const where = { appId, registered: true }
  if ((await tx.oidcClient.count({ where })) < MAX_REGISTERED) return
  const oldest = await tx.oidcClient.findFirst({
    where: { ...where, logins: 0, createdAt: { lt: new Date(Date.now() - MAKES_ROOM_AFTER) } },
    orderBy: { createdAt: 'asc' },
  })
  if (!oldest) throw new RegistrationError('temporarily_unavailable', 'too many clients have registered')
  await tx.oidcClient.delete({ where: { id: oldest.id } })
}

/** The answer to a registration (RFC 7591, section 3.2.1): what was registered, not what was asked for. */
const presentRegistered = (client: StoredClient) => ({
  client_id: client.id,
  client_id_issued_at: Math.floor(client.createdAt.getTime() / 1000),
  client_name: client.name,
  redirect_uris: client.redirectUris,
  grant_types: ['authorization_code', 'refresh_token'],
  response_types: ['code'],
  token_endpoint_auth_method: 'none',
  scope: client.scopes.join(' '),
})

/**
 * Registers a client that a program describes itself: public, by code and PKCE only. Throws RegistrationError. Nothing is audited, since
 * strangers would fill a trail that nobody may shorten; its logins are.
 */
export const registerClient = async (db: Database, appId: string, body: unknown) => {
  const { redirect_uris: redirectUris, client_name: name = hostOf(redirectUris[0]!) } = readMetadata(body)
  const client = await db.transaction(async (tx) => {
    await tx.$queryRaw`SELECT pg_advisory_xact_lock(hashtextextended(${`oidc registration ${appId}`}, 0))::text`
    await makeRoom(tx, appId)
    return tx.oidcClient.create({
      data: {
        appId,
        name,
        redirectUris,
        postLogoutRedirectUris: [],
        authentication: 'none',
        subjects: 'public',
        scopes: registeredScopes,
        idTokenAlgorithm: 'RS256',
        registered: true,
      },
    })
  })
  return presentRegistered(storedClient(client))
}

/** Deletes registered clients that nobody uses: without a login for a day, or for 90 days since the last, and without access. */
export const deleteUnusedClients = async ({ prisma }: Pick<Database, 'prisma'>, now: Date): Promise<void> => {
  await prisma.$executeRaw`
    DELETE FROM "OidcClient" c
    WHERE c.registered
      AND (
        (c."lastLoginAt" IS NULL AND c."createdAt" < ${now}::timestamptz - make_interval(days => ${UNUSED_DAYS}::int))
        OR c."lastLoginAt" < ${now}::timestamptz - make_interval(days => ${ABANDONED_DAYS}::int)
      )
      AND NOT EXISTS (SELECT 1 FROM "OidcRecord" r WHERE r."clientId" = c.id AND r.kind = 'Grant' AND r."expiresAt" > ${now}::timestamptz)`
}
