import type { ConnectionButton, OidcConnection } from '@openauth/client'
import { LRUCache } from 'lru-cache'
import type { Database, OidcConnectionModel } from '../../db.ts'
import { Problem } from '../../errors.ts'
import type { Custody } from '../../custody/index.ts'
import { cachedByKey } from '../../lib/cached-by-key.ts'
import { domainOf, hasDomain } from '../../lib/email-domain.ts'
import type { Outbound } from '../../lib/outbound.ts'
import { createOidcClient } from '../../lib/providers/oidc.ts'
import type { ClientCredentials, OAuthProviderClient } from '../../lib/providers/types.ts'
import { withDataKey } from '../keys/data-keys.ts'

/** What the client's secret is sealed for; its name is the connection's id. */
export const SECRET_PURPOSE = 'oidc-connection'

/** How long the connections of an app are cached: the longest delay of a change on another server. Milliseconds. */
const CACHE_TTL = 500

/** A connection as it is stored. */
export type StoredConnection = Omit<OidcConnectionModel, 'claims' | 'clientAuthentication'> &
  Pick<OidcConnection, 'claims' | 'clientAuthentication'>

/** The stored form in the types of the contract, which wrote it. */
export const storedConnection = (row: OidcConnectionModel): StoredConnection => row as unknown as StoredConnection

/** A connection as logins use it. */
export interface Connected {
  connection: StoredConnection
  client: OAuthProviderClient
  credentials: ClientCredentials
}

/** A connection, and the issuer that it was to when a login began: with another one it is no longer the same. */
export interface ConnectionRef {
  key: string
  issuer: string
}

export interface OidcConnections {
  /** An enabled connection; by the key alone, whatever its issuer is. Throws `connection_not_found`. */
  find: (appId: string, wanted: Pick<ConnectionRef, 'key'> & Partial<ConnectionRef>) => Promise<StoredConnection>
  /** The same with its client. */
  get: (appId: string, wanted: Pick<ConnectionRef, 'key'> & Partial<ConnectionRef>) => Promise<Connected>
  /** A connection that may not be enabled or not stored yet, with a client of its own: for tests of it. */
  open: (connection: StoredConnection) => Promise<Connected>
  /** Those of an app that login pages have a button for, by title. */
  buttons: (appId: string) => Promise<ConnectionButton[]>
  /** The enabled connection that has the domain of an e-mail address. */
  forEmail: (appId: string, email: string) => Promise<ConnectionButton | null>
  /** Empties the cache after a change. */
  invalidate: () => void
}

interface ConnectionsOptions {
  db: Database
  keys: Custody
  /** A guarded one: see createGuardedOutbound. */
  outbound: Outbound
}

const button = ({ key, title }: StoredConnection): ConnectionButton => ({ key, title })

const readEnabled = async ({ prisma }: Database, appId: string): Promise<StoredConnection[]> => {
  const found = await prisma.oidcConnection.findMany({ where: { appId, enabled: true }, orderBy: { title: 'asc' } })
  return found.map(storedConnection)
}

/** The connections of apps, with a client for each, which keeps the provider's keys while the connection is unchanged. */
export const createConnections = ({ db, keys, outbound }: ConnectionsOptions): OidcConnections => {
  const enabled = cachedByKey(CACHE_TTL, (appId) => readEnabled(db, appId))
  const clients = new LRUCache<string, OAuthProviderClient>({ max: 1000 })

  const secretOf = ({ id, appId, sealedSecret }: StoredConnection): Promise<string> =>
    withDataKey(db.prisma, keys, { owner: 'app', appId }, ({ open }) => open(SECRET_PURPOSE, id, sealedSecret))

  const withClient = async (connection: StoredConnection, client: OAuthProviderClient): Promise<Connected> => {
    const credentials = { clientId: connection.clientId, clientSecret: await secretOf(connection) }
    return { connection, client, credentials }
  }

  const clientOf = (connection: StoredConnection): OAuthProviderClient => {
    const version = `${connection.id} ${connection.updatedAt.getTime()}`
    const client = clients.get(version) ?? createOidcClient(connection, outbound)
    clients.set(version, client)
    return client
  }

  const find: OidcConnections['find'] = async (appId, { key, issuer }) => {
    const connection = (await enabled.get(appId)).find((each) => each.key === key)
    if (!connection || connection.issuer !== (issuer ?? connection.issuer)) throw new Problem('connection_not_found')
    return connection
  }

  return {
    find,
    get: async (appId, wanted) => {
      const connection = await find(appId, wanted)
      return withClient(connection, clientOf(connection))
    },
    open: (connection) => withClient(connection, createOidcClient(connection, outbound)),
    buttons: async (appId) => (await enabled.get(appId)).filter(({ showsButton }) => showsButton).map(button),
    forEmail: async (appId, email) => {
      const found = (await enabled.get(appId)).find(({ domains }) => hasDomain(domains, domainOf(email)))
      return found ? button(found) : null
    },
    invalidate: enabled.clear,
  }
}
