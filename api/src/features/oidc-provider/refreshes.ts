import type { AdapterPayload } from 'oidc-provider'
import type { Database, Statement } from '../../db.ts'
import { isLive, recordKey, type RecordRow } from './record-statements.ts'
import { mayLogIn, userColumns, type UserRow } from './user-statements.ts'

// In a refresh the library asks for a token, its grant and its user, consumes the token, and stores the next one and an access token.
// Here these are two statements: one that reads, and one that writes all or nothing.

interface RefreshRow extends RecordRow, UserRow {
  grant: Buffer
  grantSealed: Buffer | null
  userId: string
  isUser: boolean
}

/** Reads refresh tokens with their grants and users. The keys are those of `find`. */
const findRefresh: Statement = {
  name: 'oidc-refresh-find',
  text: `
    SELECT k AS key, r.digest, r.sealed, r."consumedAt", r."grant", g.sealed AS "grantSealed", g."sessionId", r."userId",
      u.id IS NOT NULL AS "isUser", ${userColumns}
    FROM unnest($1::text[]) k
    JOIN "OidcRecord" r ON r."appId" = split_part(k, ' ', 1)::uuid AND r.kind = split_part(k, ' ', 2)
      AND r.digest = decode(split_part(k, ' ', 3), 'hex')
    LEFT JOIN "OidcRecord" g ON g."appId" = r."appId" AND g.kind = 'Grant' AND g.digest = r."grant" AND ${isLive('g')}
    LEFT JOIN "User" u ON u.id = r."userId" AND u."appId" = r."appId" AND ${mayLogIn}
    WHERE ${isLive('r')}`,
}

/**
 * Consumes refresh tokens and stores their successors, and access tokens where there are some, one of each for each row of arguments
 * (`db.batch`). Of several uses of a token one has a result, also of several rows: an update takes one row of those that it joins. None has one once its grant is gone.
 */
const rotate: Statement = {
  name: 'oidc-refresh-rotate',
  text: `
    WITH given AS (
      SELECT g.* FROM unnest(
        $1::uuid[], $2::bytea[], $3::bytea[], $4::uuid[], $5::uuid[], $6::bytea[], $7::bytea[], $8::float8[], $9::bytea[], $10::bytea[], $11::float8[]
      ) WITH ORDINALITY AS g(
        "appId", used, "grant", "clientId", "userId", refresh, "refreshSealed", "refreshSeconds", access, "accessSealed", "accessSeconds", n
      )
    ), consumed AS (
      UPDATE "OidcRecord" r SET "consumedAt" = now() FROM given g, "OidcRecord" bound
      WHERE bound."appId" = g."appId" AND bound.kind = 'Grant' AND bound.digest = g."grant" AND bound."userId" = g."userId"
        AND bound."sessionId" IS NOT NULL
        AND r."appId" = g."appId" AND r.kind = 'RefreshToken' AND r.digest = g.used AND r."consumedAt" IS NULL AND r."expiresAt" > now()
      RETURNING g.n, bound."sessionId"
    ), stored AS (
      INSERT INTO "OidcRecord" ("appId", kind, digest, "grant", "clientId", sealed, "expiresAt", "userId", "sessionId")
      SELECT g."appId", made.kind, made.digest, g."grant", g."clientId", made.sealed, now() + make_interval(secs => made.seconds),
        g."userId", c."sessionId"
      FROM consumed c JOIN given g ON g.n = c.n, LATERAL (VALUES
        ('RefreshToken', g.refresh, g."refreshSealed", g."refreshSeconds"), ('AccessToken', g.access, g."accessSealed", g."accessSeconds")
      ) AS made(kind, digest, sealed, seconds)
      WHERE made.digest IS NOT NULL
    )
    SELECT n FROM consumed`,
}

/** A record on its way to the store. */
export interface MadeRecord {
  digest: Buffer
  sealed: Buffer
  payload: AdapterPayload
  grant: Buffer
  /** Seconds. */
  expiresIn: number
}

interface Rotation {
  used: Buffer
  successor?: MadeRecord
}

export interface Refreshes {
  /** Reads a refresh token, and its grant and user in advance for the request that asked. */
  find: (digest: Buffer) => Promise<RecordRow | undefined>
  /** The grant that was read in advance, once; undefined if it was not, or is over. */
  grant: (digest: Buffer) => RecordRow | undefined
  /** The user who was read in advance, once; undefined if that was not so, or the user may not log in. */
  user: (userId: string, grant: Buffer) => UserRow | undefined
  /** Notes that the request replaces a refresh token. False outside of requests. */
  consume: (used: Buffer) => boolean
  /**
   * Stores what a refresh makes; false if the record is not made by one. The successor waits for the access token, which follows unless
   * it is for an API and so is not stored. Throws what `refuse` does if the token was used before or its grant has ended.
   */
  store: (kind: string, made: MadeRecord) => Promise<boolean>
}

interface RefreshNeeds {
  db: Pick<Database, 'find' | 'batch'>
  appId: string
  /** The request that is being answered; what is noted for it is forgotten with it. */
  request: () => object | undefined
  /** Ends the grant of a token that was used before, and throws. */
  refuse: (used: Buffer) => Promise<never>
}

/** Notes by request, each of which is taken once. */
const createNotes = <T>(request: () => object | undefined) => {
  const notes = new WeakMap<object, T>()
  return {
    put: (note: T): boolean => {
      const current = request()
      if (current) notes.set(current, note)
      return current !== undefined
    },
    take: (fits: (note: T) => boolean = () => true): T | undefined => {
      const current = request()
      const note = current && notes.get(current)
      if (!current || note === undefined || !fits(note)) return undefined
      notes.delete(current)
      return note
    },
  }
}

/** Consumes a token and stores what replaces it. */
const createWrite =
  ({ db, appId, refuse }: Omit<RefreshNeeds, 'request'>) =>
  async (used: Buffer, successor: MadeRecord, access?: MadeRecord): Promise<true> => {
    const { clientId, accountId } = successor.payload
    const isDone = await db.batch(rotate, [
      appId,
      used,
      successor.grant,
      clientId ?? null,
      accountId ?? null,
      successor.digest,
      successor.sealed,
      successor.expiresIn,
      access?.digest ?? null,
      access?.sealed ?? null,
      access?.expiresIn ?? null,
    ])
    return isDone ? true : refuse(used)
  }

/** The refreshes of an app's provider. */
export const createRefreshes = ({ db, appId, request, refuse }: RefreshNeeds): Refreshes => {
  const grants = createNotes<RefreshRow>(request)
  const users = createNotes<RefreshRow>(request)
  const rotations = createNotes<Rotation>(request)

  const write = createWrite({ db, appId, refuse })

  return {
    find: async (digest) => {
      const row = await db.find<RefreshRow>(findRefresh, recordKey(appId, 'RefreshToken', digest))
      if (row?.grantSealed) grants.put(row)
      if (row?.isUser) users.put(row)
      return row
    },
    grant: (digest) => {
      const row = grants.take(({ grant }) => grant.equals(digest))
      return row && { key: row.key, digest, sealed: row.grantSealed!, consumedAt: null }
    },
    user: (userId, grant) => users.take((row) => row.userId === userId && row.grant.equals(grant)),
    consume: (used) => rotations.put({ used }),
    store: async (kind, made) => {
      const rotation = rotations.take(({ successor }) => kind === (successor ? 'AccessToken' : 'RefreshToken'))
      if (!rotation) return false
      const { used, successor } = rotation
      if (successor) return write(used, successor, made)
      return made.payload.resource === undefined ? rotations.put({ used, successor: made }) : write(used, made)
    },
  }
}
