#!/usr/bin/env node
// A stand-in for Prisma's native schema engine, so that `prisma generate | validate | migrate …` work without the engine
// download. The CLI starts whatever PRISMA_SCHEMA_ENGINE_BINARY names (prisma.config.ts sets it) and speaks JSON-RPC, one
// message a line, over stdio; this program answers with the same engine compiled to WebAssembly.
// Protocol: https://github.com/prisma/prisma/blob/main/packages/migrate/src/SchemaEngineCLI.ts
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { setFlagsFromString } from 'node:v8'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import * as engineBindings from '@prisma/schema-engine-wasm/schema_engine_bg'
import {
  checkConnection,
  connectionFailure,
  connectInMemory,
  connectTo,
  createDatabase,
  createInMemory,
} from './schema-engine-database.mjs'

// A command runs the engine and PGlite for a moment: to optimize them takes seconds and saves none.
setFlagsFromString('--liftoff-only')

/** @typedef {{id: number, method: string, params?: any}} Request */

const require = createRequire(import.meta.url)
/** What `migrate diff` compares in a database rather than in a file. */
const LIVE_TARGETS = ['url', 'schemaDatasource']
/** @type {number | undefined} */
let inProgress

/** @param {string[]} argv the native engine's command line */
async function main(argv) {
  if (argv.includes('--version')) {
    // The CLI takes the hash from the second word.
    await loadWasm()
    console.log(`schema-engine-wasm ${engineBindings.version()}`)
    return
  }
  const url = databaseUrl(valuesOf(argv, '--datasource')[0])
  const command = argv.includes('cli') ? argv.at(-1) : undefined
  if (command === 'can-connect-to-database') return exitAfter(url, checkConnection)
  if (command === 'create-database') return exitAfter(url, createDatabase)
  serve(url, valuesOf(argv, '--datamodels'))
}

/** @param {string[]} argv @param {string} flag @returns {string[]} */
function valuesOf(argv, flag) {
  return argv.flatMap((word, index) => (word === flag ? [argv[index + 1] ?? ''] : []))
}

/** @param {string | undefined} datasource JSON `{url}` as the CLI passes it */
function databaseUrl(datasource) {
  return String(JSON.parse(datasource ?? '{}').url ?? '')
}

/** @param {string} url @param {string[]} schemaPaths */
function serve(url, schemaPaths) {
  const engines = engineSource(url, schemaPaths)
  /** @type {Promise<void>} */
  let tail = Promise.resolve()
  const input = createInterface({ input: process.stdin, crlfDelay: Infinity })
  // One at a time, in order: the engine is not re-entrant and PGlite has a single session.
  input.on('line', (line) => {
    const message = JSON.parse(line)
    if (message.method !== undefined) tail = tail.then(() => respond(message, engines))
  })
  input.on('close', () => void tail.then(() => process.exit(0)))
}

/** @param {Request} request @param {ReturnType<typeof engineSource>} engines */
async function respond(request, engines) {
  const { id, method } = request
  inProgress = id
  try {
    const result = await call(method, request.params, engines)
    send({ jsonrpc: '2.0', id, result: result ?? null })
  } catch (error) {
    if (inProgress !== undefined) send({ jsonrpc: '2.0', id, error: rpcError(error) })
  }
  inProgress = undefined
}

/** @param {object} message */
function send(message) {
  process.stdout.write(`${JSON.stringify(message)}\n`)
}

/** @param {string} method @param {any} params @param {ReturnType<typeof engineSource>} engines @returns {Promise<any>} */
async function call(method, params, engines) {
  if (method === 'createDatabase') return { databaseName: await createDatabase(params.datasource.url) }
  const { engine, errors } = await engines.forCall(method, params)
  return surfacing(errors, runOn(engine, method, params))
}

/** @param {any} engine @param {string} method @param {any} params */
async function runOn(engine, method, params) {
  if (method === 'getDatabaseVersion') return engine.version(params)
  if (method === 'diff') return printDiff(await engine.diff(params))
  // The engine plans from a schema it remembers from devDiagnostic; without that it plans from nothing.
  if (method === 'evaluateDataLoss' || method === 'createMigration') {
    await engine.devDiagnostic({ migrationsList: params.migrationsList, filters: params.filters })
  }
  if (typeof engine[method] !== 'function') throw new Error(`The schema engine stand-in has no method ${method}.`)
  return engine[method](params)
}

/** The native engine prints a diff through a request of its own. @param {import('@prisma/schema-engine-wasm').DiffResult} diff */
function printDiff({ stdout, exitCode }) {
  if (stdout !== null) send({ jsonrpc: '2.0', id: 'diff', method: 'print', params: { content: stdout } })
  return { exitCode, stdout: null }
}

/** @param {string} url @param {string[]} schemaPaths */
function engineSource(url, schemaPaths) {
  const datamodels = schemaPaths.map((path) => /** @type {[string, string]} */ ([path, readFileSync(path, 'utf8')]))
  /** @type {Map<boolean, ReturnType<typeof startEngine>>} */
  const started = new Map()
  return {
    /** @param {string} method @param {any} params */
    forCall(method, params) {
      // The engine connects even to compare two files; then an empty in-memory database will do.
      const onDatabase = method !== 'diff' || [params.from.tag, params.to.tag].some((tag) => LIVE_TARGETS.includes(tag))
      const engine = started.get(onDatabase) ?? startEngine(onDatabase ? url : undefined, datamodels)
      started.set(onDatabase, engine)
      return engine
    },
  }
}

/** @param {string | undefined} url none: an in-memory database @param {[string, string][]} datamodels */
async function startEngine(url, datamodels) {
  await loadWasm()
  // Of the database that it connects to for two files, the engine asks only the version, so a shadow can be the same.
  const empty = url === undefined ? [createInMemory()] : []
  // The shadow database is always in memory: adapter-pg's own, given a connection string, replays on the main database.
  const factory = bindMigrationAwareSqlAdapterFactory({
    provider: 'postgres',
    adapterName: '@prisma/adapter-pg',
    connect: () => (url === undefined ? connectInMemory(empty[0] ?? createInMemory()) : connectTo(url)),
    connectToShadowDb: () => connectInMemory(empty.pop() ?? createInMemory()),
  })
  const errors = factory.errorRegistry
  // No schema at all is `undefined`: the engine panics on an empty list.
  const options = { datamodels: datamodels.length > 0 ? datamodels : undefined }
  const engine = await surfacing(
    errors,
    engineBindings.SchemaEngine.new(options, () => {}, factory),
  )
  return { engine, errors }
}

/**
 * The engine reports an error that JavaScript threw at it as `External error id#3`, a place in the adapters' registry:
 * throws that error itself.
 * @template T @param {import('@prisma/driver-adapter-utils').ErrorRegistry} errors @param {Promise<T>} result
 * @returns {Promise<T>}
 */
async function surfacing(errors, result) {
  try {
    return await result
  } catch (error) {
    const id = /External error id#(\d+)/.exec(error instanceof Error ? error.message : '')?.[1]
    throw (id === undefined ? undefined : errors.consumeError(Number(id))?.error) ?? error
  }
}

/** @type {Promise<void> | undefined} */
let wasmLoaded
function loadWasm() {
  wasmLoaded ??= (async () => {
    const home = dirname(require.resolve('@prisma/schema-engine-wasm/schema_engine_bg'))
    const bytes = readFileSync(join(home, 'schema_engine_bg.wasm'))
    const imports = { './schema_engine_bg.js': engineBindings }
    // Node has WebAssembly; the types for it come with the DOM, which a tool does not load.
    const { instance } = await /** @type {any} */ (globalThis).WebAssembly.instantiate(bytes, imports)
    const bindings = /** @type {any} */ (engineBindings)
    /* oxlint-disable no-underscore-dangle -- wasm-bindgen's names */
    bindings.__wbg_set_wasm(instance.exports)
    instance.exports.__wbindgen_start()
    /* oxlint-enable no-underscore-dangle */
  })()
  return wasmLoaded
}

/**
 * Runs one of the CLI's two one-shot commands. A failure goes to standard error as the log lines the CLI parses, of which
 * it skips the first.
 * @param {string} url @param {(url: string) => Promise<unknown>} action
 */
async function exitAfter(url, action) {
  try {
    await action(url)
    process.exit(0)
  } catch (error) {
    const fields = { is_panic: false, ...connectionFailure(error, url) }
    const failure = { level: 'ERROR', target: 'schema_engine::logger', fields }
    const start = { level: 'INFO', target: 'schema_engine', fields: { message: 'Starting schema engine CLI' } }
    process.stderr.write(`${JSON.stringify(start)}\n${JSON.stringify(failure)}\n`)
    process.exit(1)
  }
}

/** @param {any} error */
function rpcError(error) {
  const message = String(error?.message ?? error)
  const data = { is_panic: false, message, error_code: error?.code, meta: error?.meta }
  return { code: 4466, message: 'An error happened. Check the data field for details.', data }
}

/**
 * Answers the request in progress before the process ends: the CLI shows little of an engine that just exits.
 * @param {unknown} error
 */
function crash(error) {
  if (inProgress !== undefined) send({ jsonrpc: '2.0', id: inProgress, error: rpcError(error) })
  const fields = { message: error instanceof Error ? (error.stack ?? error.message) : String(error) }
  process.stderr.write(`${JSON.stringify({ level: 'ERROR', target: 'schema_engine::logger', fields })}\n`)
  inProgress = undefined
  setTimeout(() => process.exit(1), 50)
}

process.on('uncaughtException', crash)
// Where the engine leaves the reason of a panic before it traps.
Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: { set_message: crash } })
await main(process.argv.slice(2))
