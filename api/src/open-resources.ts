import { constants } from 'node:fs'
import { access } from 'node:fs/promises'
import { join } from 'node:path'
import { startEmbeddedPostgres } from '@openauth/embedded-postgres'
import type { Database, DatabaseAddress } from './db.ts'
import { checkAddresses, warnOfMissingTimeout } from './database-addresses.ts'
import type { Resources } from './resources.ts'
import type { Settings } from './env.ts'
import { openKeys } from './features/keys/canary.ts'
import { cacheNameOf } from './features/recovery/installation.ts'
import { type Custody, reachCustody } from './custody/index.ts'
import { makeFolders } from './lib/make-folders.ts'
import { applyMigrations } from './lib/migrations.ts'
import { type FindPlace, findNoPlace } from './lib/places.ts'
import { migrationsFolder } from './paths.ts'
import { SettingsError } from './parse-environment.ts'
import { reaching } from './reach-database.ts'
import { connectRedis } from './redis.ts'

export interface OpenedResources extends Resources {
  /** Closes everything in the reverse order; the embedded database last. */
  close: () => Promise<void>
  /** The same without the keys, which another start takes over. */
  closeButKeys: () => Promise<void>
}

/** Only the server's account may read the folder, which holds wallet keys and the database. */
const makeDataFolder = async (folder: string): Promise<void> => {
  try {
    await makeFolders(folder)
    await access(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException
    if (code === 'EEXIST' || code === 'ENOTDIR')
      throw new SettingsError(
        `The data folder ${folder} is a file, or lies in one (${code}). Set OPENAUTH_DATA_DIR to a folder, or move the file.`,
        { cause },
      )
    const remedy = "Make the server's user its owner, or set OPENAUTH_DATA_DIR to a folder that this user can write."
    throw new SettingsError(`The data folder ${folder} cannot be written (${code}). ${remedy}`, { cause })
  }
}

const openPlacesOf = async ({ geoipFile }: Settings): Promise<FindPlace> => {
  if (geoipFile === undefined) return findNoPlace
  const { openPlaces } = await import('./lib/place-file.ts')
  return openPlaces(geoipFile).catch((cause: unknown) => {
    const remedy = "Name a file of cities or countries in MaxMind's format (.mmdb), unpacked, or leave it out."
    const { code, message } = cause as NodeJS.ErrnoException
    throw new SettingsError(`OPENAUTH_GEOIP_FILE: ${geoipFile} cannot be used (${code ?? message}). ${remedy}`, {
      cause,
    })
  })
}

const aborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason as Error)))

type StartOptions = Required<Omit<OpenOptions, 'keys'>>

/** Opens the database, which is started here if none is configured, with its migrations applied. */
const openMigratedDatabase = async (
  settings: Settings,
  { log, signal, meanwhile }: StartOptions,
  closers: (() => Promise<void>)[],
): Promise<Database> => {
  const reached = reaching(settings, async () => {
    const found = await databaseAddress(settings, { log, signal, meanwhile }, closers)
    signal.throwIfAborted()
    await applyMigrations({ connectionString: found.directUrl, directory: migrationsFolder })
    return found
  })
  // A host that does not answer must not delay a stop. The own database is closed only once nothing uses it.
  const address = await (settings.databaseUrl === undefined ? reached : Promise.race([reached, aborted(signal)]))
  signal.throwIfAborted()
  const { openDatabase } = await import('./db.ts')
  const db = openDatabase(address, settings.databasePool, {
    waitSeconds: settings.databaseWait,
    slowAfter: settings.observability.slowQueryMs ?? Infinity,
  })
  closers.push(db.close)
  if (address.directUrl !== address.url) await warnOfMissingTimeout(db, log)
  return db
}

const openRedis = async (
  { redisUrl, isRedisCluster }: Settings,
  log: (line: string) => void,
  closers: (() => Promise<void>)[],
) => {
  if (redisUrl === undefined) return undefined
  const redis = await connectRedis(redisUrl, log, isRedisCluster)
  closers.push(async () => redis.close())
  return redis
}

/**
 * Opens both beside each other, since each may be a process that starts here. If one fails, the other is given up; of the database, what is in
 * `closers` is left to the caller.
 */
const openDatabaseAndCustody = async (
  settings: Settings,
  { log, signal, meanwhile }: StartOptions,
  held: Custody | undefined,
  closers: (() => Promise<void>)[],
): Promise<{ db: Database; keys: Custody }> => {
  const failure = new AbortController()
  const either = AbortSignal.any([signal, failure.signal])
  const opening = openMigratedDatabase(settings, { log, signal: either, meanwhile }, closers)
  const custody = held ? Promise.resolve(held) : reachCustody(settings, log, either)
  try {
    const [db, keys] = await Promise.all([opening, custody])
    return { db, keys }
  } catch (error) {
    failure.abort(error)
    await opening.catch(() => {})
    await custody.then(
      (keys) => keys.close(),
      () => {},
    )
    throw error
  }
}

export interface OpenOptions {
  log?: (line: string) => void
  /** Once it is aborted, what was opened is closed, and its reason is thrown. */
  signal?: AbortSignal
  /** Keys that are open already. */
  keys?: Custody
  /** Called while the database starts or is reached, in whose time it may work. */
  meanwhile?: () => void
}

/**
 * Opens the server's resources: the database (started here if none is configured), its migrations, the keys and their
 * check against the database, and counters. Throws SettingsError, MigrationError or CustodyError with what to do.
 */
export const openResources = async (
  settings: Settings,
  { log = () => {}, signal = new AbortController().signal, keys: held, meanwhile = () => {} }: OpenOptions = {},
): Promise<OpenedResources> => {
  await makeDataFolder(settings.dataDir)
  const findPlace = await openPlacesOf(settings)
  const closers: (() => Promise<void>)[] = []
  const closeButKeys = async () => {
    for (const closer of closers.splice(0).toReversed()) await closer()
  }
  let opened: { db: Database; keys: Custody } | undefined
  const close = async () => {
    await closeButKeys()
    await opened?.keys.close()
  }
  try {
    opened = await openDatabaseAndCustody(settings, { log, signal, meanwhile }, held, closers)
    const { db, keys } = opened
    signal.throwIfAborted()
    await openKeys(db, keys)
    signal.throwIfAborted()
    const redis = await openRedis(settings, log, closers)
    const installation = await cacheNameOf(db)
    const { createAttemptCounters } = await import('./lib/attempt-counters.ts')
    const attempts = createAttemptCounters(
      { pool: db.pool, redis: redis?.client, installation },
      settings.rateLimitScale,
    )
    return {
      settings,
      db,
      keys,
      signer: keys.wallets,
      attempts,
      findPlace,
      redis: redis && { ...redis, installation },
      close,
      closeButKeys,
    }
  } catch (error) {
    await close()
    throw error
  }
}

/** The configured database's address, or that of one started here. Throws SettingsError for an undeclared pooler and for a replica. */
const databaseAddress = async (
  settings: Settings,
  how: StartOptions,
  closers: (() => Promise<void>)[],
): Promise<Required<DatabaseAddress>> => {
  if (settings.databaseUrl === undefined) {
    const url = await startOwnDatabase(settings, how, closers)
    return { url, directUrl: url }
  }
  // After the first step towards the database.
  setImmediate(how.meanwhile)
  const { databaseUrl: url, databaseDirectUrl: directUrl } = settings
  return { url, directUrl: await checkAddresses(url, directUrl) }
}

const startOwnDatabase = async (
  { dataDir }: Settings,
  { log, signal, meanwhile }: StartOptions,
  closers: (() => Promise<void>)[],
): Promise<string> => {
  const postgres = await startEmbeddedPostgres({
    dataDir: join(dataDir, 'postgres'),
    log: (line) => log(`postgres: ${line}`),
    signal,
    onLaunch: meanwhile,
  })
  closers.push(() => postgres.stop())
  return postgres.url
}
