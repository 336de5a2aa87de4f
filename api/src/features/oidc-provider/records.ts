import { createHmac } from 'node:crypto'
import type { Adapter, AdapterFactory, AdapterPayload } from 'oidc-provider'
import { encodeAad, seal, unseal } from '../../custody/index.ts'
import type { Database, Numbered } from '../../db.ts'
import type { ProviderKeys } from '../signing-keys/provider-keys.ts'
import { clientMetadata, findEnabledClient } from './clients.ts'
import * as statements from './record-statements.ts'
import { createRefreshes, type Refreshes } from './refreshes.ts'

/** What the library stores without an expiry, such as proofs that were used. Seconds. */
const DEFAULT_TTL = 86_400

/** Makes ids to digests and payloads to what the database holds, and back. */
const createSealing = (appId: string, keys: Pick<ProviderKeys, 'derive'>) => {
  const storeKey = keys.derive('store')
  const indexKey = keys.derive('index')
  const aad = (kind: string, digest: Buffer) => encodeAad('oidc-record', appId, kind, digest.toString('hex'))
  return {
    digestOf: (kind: string, id: string): Buffer => createHmac('sha256', indexKey).update(`${kind} ${id}`).digest(),
    sealed: (kind: string, digest: Buffer, payload: AdapterPayload) =>
      seal(storeKey, Buffer.from(JSON.stringify(payload)), aad(kind, digest)),
    open: (kind: string, row: statements.RecordRow | undefined): AdapterPayload | undefined => {
      if (!row) return undefined
      const payload = JSON.parse(unseal(storeKey, row.sealed, aad(kind, row.digest)).toString()) as AdapterPayload
      return row.consumedAt ? { ...payload, consumed: Math.floor(row.consumedAt.getTime() / 1000) } : payload
    },
  }
}

/** The kinds that belong to a grant and end with it. */
const ofGrant: ReadonlySet<string> = new Set(['AuthorizationCode', 'AccessToken', 'RefreshToken', 'DeviceCode'])

/** The kinds that begin a login at a client: one for each. */
const isLogin = (kind: string, { grantId }: AdapterPayload): boolean =>
  kind === 'AuthorizationCode' || (kind === 'DeviceCode' && grantId !== undefined)

export interface Records {
  adapter: AdapterFactory
  /** Binds a grant to a user's session, with which it ends. False if the session has ended. */
  bindGrant: (grantId: string, sessionId: string) => Promise<boolean>
  /** By which other features' statements find a grant. */
  grantDigest: (grantId: string) => Buffer
  /** The user's session behind that of the provider whose id a browser's cookie has; undefined if there is none. */
  sessionBehind: (cookie: string) => Promise<UserSession | undefined>
  refreshes: Refreshes
}

interface UserSession {
  id: string
  userId: string
}

interface RecordNeeds {
  db: Database
  appId: string
  keys: Pick<ProviderKeys, 'derive'>
  /** Makes the error of a code or token that was used before. */
  alreadyUsed: () => Error
  /** The request that is being answered; undefined outside of one. */
  request: () => object | undefined
}

/** The grants that a session of the provider has, or the one that anything else belongs to. */
const grantIdsOf = (kind: string, { grantId, authorizations }: AdapterPayload): string[] => {
  if (ofGrant.has(kind)) return grantId === undefined ? [] : [grantId]
  if (kind !== 'Session') return []
  return Object.values(authorizations ?? {}).flatMap(({ grantId: id }) => (id === undefined ? [] : [id]))
}

/** How records and users' sessions belong together. */
const createLookups = (
  db: Database,
  appId: string,
  digestOf: (kind: string, id: string) => Buffer,
): Omit<Records, 'adapter' | 'refreshes'> => ({
  sessionBehind: async (cookie) =>
    (
      await db.query<UserSession & Record<string, unknown>>(statements.sessionBehind, [
        appId,
        digestOf('Session', cookie),
      ])
    )[0],
  bindGrant: async (grantId, sessionId) =>
    (await db.query(statements.bindGrant, [appId, digestOf('Grant', grantId), sessionId])).length > 0,
  grantDigest: (grantId) => digestOf('Grant', grantId),
})

/** Stores records of all kinds. */
const createUpsert =
  (
    { db, appId, alreadyUsed }: Pick<RecordNeeds, 'db' | 'appId' | 'alreadyUsed'>,
    { digestOf, sealed }: Pick<ReturnType<typeof createSealing>, 'digestOf' | 'sealed'>,
    refreshes: Refreshes,
  ) =>
  async (kind: string, id: string, payload: AdapterPayload, expiresIn: number): Promise<void> => {
    const digest = digestOf(kind, id)
    const { clientId, accountId, userCode, uid, sid } = payload
    const grants = grantIdsOf(kind, payload).map((each) => digestOf('Grant', each))
    // A session of somebody is worth something, and so is all of a grant.
    const mustBeBound = kind === 'Session' ? accountId !== undefined : grants.length > 0
    const secret = sealed(kind, digest, payload)
    const made = grants[0] && { digest, sealed: secret, payload, grant: grants[0], expiresIn }
    if (made && (await refreshes.store(kind, made))) return
    const stored = await db.batch<Numbered & { isNew: boolean }>(statements.store, [
      appId,
      kind,
      digest,
      kind === 'Session' && uid !== undefined ? digestOf('uid', uid) : null,
      userCode === undefined ? null : digestOf('code', userCode),
      kind === 'Grant' ? digest : kind === 'Session' ? null : (grants[0] ?? null),
      clientId ?? null,
      secret,
      accountId ?? null,
      grants.map((grant) => grant.toString('hex')).join(','),
      expiresIn,
      mustBeBound,
    ])
    // A client's assertion counts once (RFC 7523, section 3); the library looks first and stores later.
    if (kind === 'ReplayDetection' && stored?.isNew !== true) throw alreadyUsed()
    if (isLogin(kind, payload)) await db.query(statements.countLogin, [clientId, appId, grants[0] ?? null, sid ?? null])
  }

/**
 * What the provider of an app stores, in PostgreSQL. The database has nothing that works: ids are keyed digests, the rest is encrypted.
 * https://github.com/panva/node-oidc-provider/blob/main/example/my_adapter.js says what an adapter owes.
 */
export const createRecords = ({ db, appId, keys, alreadyUsed, request }: RecordNeeds): Records => {
  const { digestOf, sealed, open } = createSealing(appId, keys)

  /** RFC 9700, sections 2.1.1 and 2.2.2: what was used twice has been stolen, by one of the two. */
  const refuseUsed = async (kind: string, digest: Buffer): Promise<never> => {
    await db.query(statements.endGrantOf, [appId, kind, digest])
    throw alreadyUsed()
  }
  const refreshes = createRefreshes({ db, appId, request, refuse: (used) => refuseUsed('RefreshToken', used) })

  const upsert = createUpsert({ db, appId, alreadyUsed }, { digestOf, sealed }, refreshes)

  const adapterOf = (kind: string): Adapter => {
    const findBy = async (statement: (typeof statements)['find'], digest: Buffer) =>
      open(kind, await db.find<statements.RecordRow>(statement, statements.recordKey(appId, kind, digest)))
    const find = async (digest: Buffer) => {
      if (kind === 'RefreshToken') return open(kind, await refreshes.find(digest))
      const known = kind === 'Grant' && refreshes.grant(digest)
      return known ? open(kind, known) : findBy(statements.find, digest)
    }
    return {
      upsert: (id, payload, expiresIn) => upsert(kind, id, payload, expiresIn ?? DEFAULT_TTL),
      find: (id) => find(digestOf(kind, id)),
      findByUid: (uid) => findBy(statements.findByUid, digestOf('uid', uid)),
      findByUserCode: (code) => findBy(statements.findByCode, digestOf('code', code)),
      consume: async (id) => {
        const digest = digestOf(kind, id)
        if (kind === 'RefreshToken' && refreshes.consume(digest)) return
        if (!(await db.batch(statements.consume, [appId, kind, digest]))) await refuseUsed(kind, digest)
      },
      destroy: async (id) => {
        const digest = digestOf(kind, id)
        if (kind === 'Grant') await db.query(statements.destroyGrant, [appId, digest])
        else await db.query(statements.destroy, [appId, kind, digest])
      },
      revokeByGrantId: async (grantId) =>
        void (await db.query(statements.destroyOfGrant, [appId, kind, digestOf('Grant', grantId)])),
    }
  }

  return {
    adapter: (kind) => (kind === 'Client' ? clientAdapter(db, appId) : adapterOf(kind)),
    ...createLookups(db, appId, digestOf),
    refreshes,
  }
}

const readOnly = (): Promise<never> => Promise.reject(new Error('Clients are no records'))

/** The clients that operators have made, and those that registered themselves. */
const clientAdapter = (db: Database, appId: string): Adapter => ({
  find: async (id) => {
    const client = await findEnabledClient(db, appId, id)
    return client && clientMetadata(client)
  },
  upsert: readOnly,
  findByUid: readOnly,
  findByUserCode: readOnly,
  consume: readOnly,
  destroy: readOnly,
  revokeByGrantId: readOnly,
})
