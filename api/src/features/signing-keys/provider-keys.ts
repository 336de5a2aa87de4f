import { generateKeyPair, hkdfSync, type KeyPairKeyObjectResult, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { type OidcAlgorithm, oidcAlgorithms } from '@openauth/client'
import { calculateJwkThumbprint, type JWK } from 'jose'
import type { Database, Tx } from '../../db.ts'
import type { Custody } from '../../custody/index.ts'
import { cachedFor } from '../../lib/cached-for.ts'
import { withDataKey } from '../keys/data-keys.ts'

const scope = { owner: 'server' } as const
const PURPOSE = 'oidc-key'
/** The secret from which the keys of stores, cookies and pairwise ids are derived. It never changes. */
const ROOT = 'root'

/** How long loaded keys are used before they are read again. Milliseconds. */
const CACHE_TTL = 15_000

/** How long the public part of a replaced key is published: log-outs show ID tokens long after they expired. Days. */
export const PROVIDER_KEY_DAYS = 30

/** The keys of this server as OpenID provider, at one time. */
export interface ProviderKeys {
  /** Changes whenever another key signs or is published. */
  version: string
  /** Private JWKs; of each algorithm the one that signs now is first. */
  signing: JWK[]
  /** 32 bytes for a purpose, which differ from those for every other (RFC 5869). */
  derive: (purpose: string) => Buffer
}

export interface ProviderKeySet {
  /** The first call of an installation creates them. */
  current: () => Promise<ProviderKeys>
  /** Adds keys that are published at once and sign from `activeAt`, if this server has keys already. */
  rotate: (tx: Tx, activeAt: Date) => Promise<void>
}

const makePair = promisify(generateKeyPair)

/** Made beside the event loop: an RSA key takes some tenths of a second. */
const generate: Record<OidcAlgorithm, () => Promise<KeyPairKeyObjectResult>> = {
  RS256: () => makePair('rsa', { modulusLength: 2048 }),
  ES256: () => makePair('ec', { namedCurve: 'P-256' }),
  EdDSA: () => makePair('ed25519'),
}

const addSigningKeys = (tx: Tx, keys: Custody, activeAt: Date): Promise<void> =>
  withDataKey(tx, keys, scope, async ({ seal }) => {
    for (const kind of oidcAlgorithms) {
      const jwk = (await generate[kind]()).privateKey.export({ format: 'jwk' })
      const kid = await calculateJwkThumbprint(jwk)
      await tx.oidcKey.create({ data: { kid, kind, sealed: seal(PURPOSE, kid, JSON.stringify(jwk)), activeAt } })
    }
  })

/** Advisory lock that serializes the first creation over all instances. */
const FIRST_KEY_LOCK = 5_566_003

const ensureKeys = (db: Database, keys: Custody): Promise<void> =>
  db.transaction(async (tx) => {
    await tx.$executeRaw`SELECT pg_advisory_xact_lock(${FIRST_KEY_LOCK})`
    if ((await tx.oidcKey.count()) > 0) return
    const secret = randomBytes(32).toString('base64')
    await withDataKey(tx, keys, scope, async ({ seal }) => {
      const data = { kid: ROOT, kind: ROOT, sealed: seal(PURPOSE, ROOT, secret), activeAt: new Date() }
      await tx.oidcKey.create({ data })
    })
    await addSigningKeys(tx, keys, new Date())
  })

interface OpenedKey {
  kid: string
  kind: string
  activeAt: Date
  text: string
}

const readKeys = async (db: Database, keys: Custody): Promise<OpenedKey[]> => {
  const rows = await db.prisma.oidcKey.findMany({ orderBy: [{ activeAt: 'desc' }, { kid: 'asc' }] })
  if (rows.length === 0) return []
  return withDataKey(db.prisma, keys, scope, ({ open }) =>
    rows.map(({ kid, kind, activeAt, sealed }) => ({ kid, kind, activeAt, text: open(PURPOSE, kid, sealed) })),
  )
}

/** The one that signs first, then those that will and those that did. */
const inOrder = (rows: OpenedKey[], now: Date): OpenedKey[] => {
  const current = rows.find(({ activeAt }) => activeAt <= now) ?? rows.at(-1)
  return current ? [current, ...rows.filter((row) => row !== current)] : []
}

const present = (rows: OpenedKey[]): ProviderKeys => {
  const root = Buffer.from(rows.find(({ kind }) => kind === ROOT)!.text, 'base64')
  const now = new Date()
  const ordered = oidcAlgorithms.flatMap((alg) =>
    inOrder(
      rows.filter(({ kind }) => kind === alg),
      now,
    ),
  )
  return {
    version: ordered.map(({ kid }) => kid).join(' '),
    signing: ordered.map(({ kid, kind, text }) => ({ ...(JSON.parse(text) as JWK), kid, alg: kind, use: 'sig' })),
    derive: (purpose) => Buffer.from(hkdfSync('sha256', root, '', `openauth oidc ${purpose}`, 32)),
  }
}

/** Opens nothing until the first call: most servers are no OpenID provider. */
export const createProviderKeys = (db: Database, keys: Custody): ProviderKeySet => {
  const read = async (): Promise<OpenedKey[]> => {
    const found = await readKeys(db, keys)
    if (found.length > 0) return found
    await ensureKeys(db, keys)
    return readKeys(db, keys)
  }
  const cached = cachedFor(CACHE_TTL, read)
  return {
    current: async () => present(await cached()),
    rotate: async (tx, activeAt) => {
      if ((await tx.oidcKey.count()) > 0) await addSigningKeys(tx, keys, activeAt)
    },
  }
}
