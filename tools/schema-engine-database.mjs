// The databases behind schema-engine.mjs: the one named by a URL, and an in-memory PGlite as shadow or empty database.
// Both are reached through adapter-pg, corrected where it does not do what the schema engine needs.
import { PGlite } from '@electric-sql/pglite'
import { createPgConfig } from '@electric-sql/pglite/node-postgres'
import { PrismaPg } from '@prisma/adapter-pg'
import { ColumnTypeEnum } from '@prisma/driver-adapter-utils'
import pg from 'pg'

/** @typedef {import('@prisma/driver-adapter-utils').SqlDriverAdapter} Adapter */
/** @typedef {import('@prisma/driver-adapter-utils').SqlQuery} SqlQuery */

const CONNECT_TIMEOUT_MS = 10_000
/** The catalog's one-byte type `"char"`, e.g. pg_constraint.confdeltype. */
const CATALOG_CHAR = 18
const TEXT = 25

/** @param {string} url */
export async function connectTo(url) {
  const schema = new URL(url).searchParams.get('schema') ?? 'public'
  const pool = new pg.Pool({
    connectionString: url,
    // One session, so that the engine's advisory lock and search_path hold for all that follows.
    max: 1,
    idleTimeoutMillis: 0,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    ...(schema === 'public' ? {} : { options: `-c search_path="${schema.replaceAll('"', '')}"` }),
  })
  return adapterFor(pool, schema)
}

/** An empty PostgreSQL in memory. It takes more than a second to make. */
export const createInMemory = () => PGlite.create()

/** @param {Promise<PGlite>} database */
export async function connectInMemory(database) {
  const config = /** @type {any} */ (createPgConfig(await database))
  const parse = config.connection.parse.bind(config.connection)
  // pg passes its result parsers along as `types`; PGlite would read them as the OIDs of the parameters.
  config.connection.parse = (/** @type {object} */ query) => parse({ ...query, types: [] })
  return adapterFor(new pg.Pool({ ...config, max: 1, idleTimeoutMillis: 0 }), 'public')
}

/** @param {pg.Pool} pool @param {string} schema @returns {Promise<Adapter>} */
async function adapterFor(pool, schema) {
  const adapter = /** @type {any} */ (await new PrismaPg(pool, { schema, disposeExternalPool: true }).connect())
  // adapter-pg splits a script at every semicolon, which tears functions apart; the simple protocol takes it whole.
  adapter.executeScript = (/** @type {string} */ script) =>
    pool.query(script).then(
      () => {},
      (error) => adapter.onError(error),
    )
  const { startTransaction } = adapter
  adapter.startTransaction = async (/** @type {any[]} */ ...args) =>
    withCatalogChar(await startTransaction.apply(adapter, args))
  return withCatalogChar(adapter)
}

/**
 * adapter-pg refuses columns of type `"char"`, which the engine reads from the catalog: hide them as text from the
 * adapter, then name them Character for the engine.
 * @template {{queryRaw: Function, performIO: Function}} T @param {T} queryable @returns {T}
 */
function withCatalogChar(queryable) {
  const { performIO, queryRaw } = queryable
  /** @type {WeakMap<object, Set<number>>} */
  const charColumns = new WeakMap()
  queryable.performIO = async (/** @type {SqlQuery} */ query) => {
    const result = await performIO.call(queryable, query)
    const columns = new Set()
    const fields = result.fields.map((/** @type {pg.FieldDef} */ field, /** @type {number} */ index) => {
      if (field.dataTypeID !== CATALOG_CHAR) return field
      columns.add(index)
      return { ...field, dataTypeID: TEXT }
    })
    charColumns.set(query, columns)
    return { fields, rows: result.rows, rowCount: result.rowCount }
  }
  queryable.queryRaw = async (/** @type {SqlQuery} */ query) => {
    const result = await queryRaw.call(queryable, query)
    const columns = charColumns.get(query) ?? new Set()
    const columnTypes = result.columnTypes.map((/** @type {number} */ type, /** @type {number} */ index) =>
      columns.has(index) ? ColumnTypeEnum.Character : type,
    )
    return { ...result, columnTypes }
  }
  return queryable
}

/** @param {string} url */
export async function checkConnection(url) {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  await client.end()
}

/** @param {string} url @returns {Promise<string>} the name of the database created */
export async function createDatabase(url) {
  const target = new URL(url)
  const name = decodeURIComponent(target.pathname.slice(1))
  target.pathname = '/postgres'
  const client = new pg.Client({ connectionString: target.href, connectionTimeoutMillis: CONNECT_TIMEOUT_MS })
  await client.connect()
  try {
    await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`)
  } finally {
    await client.end()
  }
  return name
}

/**
 * Translates a failure to connect into Prisma's code and words. https://www.prisma.io/docs/orm/reference/error-reference
 * @param {any} error @param {string} url @returns {{error_code?: string, message: string}}
 */
export function connectionFailure(error, url) {
  const { hostname, port, pathname, username } = new URL(url)
  const server = `\`${hostname}:${port || 5432}\``
  const database = `\`${decodeURIComponent(pathname.slice(1))}\``
  switch (error?.code) {
    case '3D000':
      return {
        error_code: 'P1003',
        message: `Database ${database} does not exist on the database server at ${server}.`,
      }
    case '42P04':
      return { error_code: 'P1009', message: `Database ${database} already exists on the database server at ${server}` }
    case '28000':
    case '28P01':
      return {
        error_code: 'P1000',
        message: `Authentication failed against database server, the provided database credentials for \`${username}\` are not valid.`,
      }
    case 'ECONNREFUSED':
    case 'ENOTFOUND':
    case 'EHOSTUNREACH':
      return { error_code: 'P1001', message: `Can't reach database server at ${server}` }
    default:
      return { message: error instanceof Error ? error.message : String(error) }
  }
}
