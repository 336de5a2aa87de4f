import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose'
import type { Database, Tx } from '../../db.ts'
import type { Custody } from '../../custody/index.ts'
import type { TokenKeys } from '../../lib/tokens.ts'
import { createDataKey, withDataKey } from '../keys/data-keys.ts'

const scope = { owner: 'server' } as const
const PURPOSE = 'token-signing-key'

/**
 * How long a loaded key set is used before it is read again, so that a rotation on another server takes effect.
 * Milliseconds.
 */
const CACHE_TTL = 15_000
/** Least time between two reads that tokens with an unknown `kid` cause. Milliseconds. */
const UNKNOWN_KID_INTERVAL = 1000

export interface TokenKey {
  kid: string
  publicKey: KeyObject
  privateKey: KeyObject
  createdAt: Date
  activeAt: Date
}

/** The keys of session tokens, as rows of the database, shared by every instance. */
export interface TokenKeySet extends TokenKeys {
  /** All keys; the one that becomes active last is first. */
  list: () => Promise<TokenKey[]>
  /** The key that signs now: of the active ones the latest. */
  current: () => Promise<TokenKey>
  /** Adds a key that verifies at once and signs after `overlapSeconds`; `note` is called in the same transaction. */
  rotate: (overlapSeconds: number, note: (tx: Tx, kid: string) => Promise<void>) => Promise<TokenKey>
  /** The public keys as a JWK set (RFC 7517). */
  jwks: () => Promise<{ keys: JWK[] }>
}

/** PEM (SPKI) of a public key, the form that partners are given. */
export const publicPem = (key: KeyObject): string => key.export({ type: 'spki', format: 'pem' }).toString()

const readKeys = async (db: Database, keys: Custody): Promise<TokenKey[]> => {
  const rows = await db.prisma.signingKey.findMany({ orderBy: { activeAt: 'desc' } })
  if (rows.length === 0) return []
  return withDataKey(db.prisma, keys, scope, ({ open }) =>
    rows.map(({ kid, publicKey, sealedPrivate, createdAt, activeAt }) => ({
      kid,
      publicKey: createPublicKey(publicKey),
      privateKey: createPrivateKey(open(PURPOSE, kid, sealedPrivate)),
      createdAt,
      activeAt,
    })),
  )
}

/** Creates an Ed25519 key; its `kid` is the JWK thumbprint (RFC 7638). */
const addKey = async (tx: Tx, keys: Custody, activeAt: Date): Promise<string> => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  const kid = await calculateJwkThumbprint(await exportJWK(publicKey))
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  await withDataKey(tx, keys, scope, async ({ seal }) => {
    await tx.signingKey.create({
      data: { kid, publicKey: publicPem(publicKey), sealedPrivate: seal(PURPOSE, kid, pem), activeAt },
    })
  })
  return kid
}

/** Advisory lock that serializes the first start over all instances. */
const FIRST_KEY_LOCK = 5_566_002

/**
 * Creates the server's data key and the first signing key at the first start; of several servers at once, one creates
 * them.
 */
const ensureFirstKey = (db: Database, keys: Custody): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_KEY_LOCK})`
    if ((await tx.signingKey.count()) > 0) return
    await createDataKey(tx, keys, scope)
    await addKey(tx, keys, new Date())
  })

/** Opens the key set; a new installation gets its first key. */
export const openTokenKeys = async (db: Database, keys: Custody): Promise<TokenKeySet> => {
  await ensureFirstKey(db, keys)
  // Awaited: a server that is stopped right after its start must leave no read behind.
  let loaded = Promise.resolve(await readKeys(db, keys))
  let loadedAt = Date.now()

  const reload = async (): Promise<TokenKey[]> => {
    const next = readKeys(db, keys)
    loadedAt = Date.now()
    const previous = loaded
    loaded = next.catch(() => previous)
    return next
  }
  const list = async (): Promise<TokenKey[]> => {
    // Stale keys are used while new ones load: an unreachable database must not stop the verification of tokens.
    if (Date.now() - loadedAt > CACHE_TTL) void reload().catch(() => {})
    return loaded
  }
  const current = async (): Promise<TokenKey> => {
    const all = await list()
    const now = new Date()
    return all.find((key) => key.activeAt <= now) ?? all.at(-1)!
  }
  const find = async (kid: string) => (await list()).find((key) => key.kid === kid)

  return {
    list,
    current,
    signing: current,
    verifying: async (kid) => {
      const cached = await find(kid)
      if (cached || Date.now() - loadedAt < UNKNOWN_KID_INTERVAL) return cached?.publicKey
      return (await reload()).find((key) => key.kid === kid)?.publicKey
    },
    rotate: async (overlapSeconds, note) => {
      const activeAt = new Date(Date.now() + overlapSeconds * 1000)
      const kid = await db.transaction(async (tx) => {
        const added = await addKey(tx, keys, activeAt)
        await note(tx, added)
        return added
      })
      return (await reload()).find((key) => key.kid === kid)!
    },
    jwks: async () => ({
      keys: await Promise.all(
        (await list()).map(async ({ kid, publicKey }) => ({
          ...(await exportJWK(publicKey)),
          kid,
          alg: 'EdDSA',
          use: 'sig',
        })),
      ),
    }),
  }
}
