// `npm run package:server [-- <folder>]`: writes the server with all that it needs at run time, and nothing of development,
// to a new folder, dist/openauth-server-<version> unless another is named. Any machine of this system runs it with Node alone.
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

/** What is copied as it is. Source maps are left out: names and lines stay in the code. */
const FILES = [
  'api/dist',
  'prisma/schema.prisma',
  'prisma/migrations',
  'player-web/dist',
  'desktop/out/renderer',
  'client/examples',
  'LICENSE',
]

/**
 * @typedef {object} Manifest
 * @property {string} name
 * @property {string} version
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [optionalDependencies]
 * @property {Record<string, string>} [peerDependencies]
 * @property {Record<string, { optional?: boolean }>} [peerDependenciesMeta]
 */

/** @param {string} file @returns {any} */
const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

/**
 * The folder of a package as Node finds it from another folder of this checkout; undefined where it is not installed.
 * @param {string} name @param {string} from @returns {string | undefined}
 */
const findPackage = (name, from) => {
  const found = join(from, 'node_modules', name)
  if (existsSync(join(found, 'package.json'))) return found
  return relative(root, from) === '' ? undefined : findPackage(name, dirname(from))
}

/**
 * What a package needs at run time, and what it works without.
 * @param {Manifest} manifest
 */
const needsOf = ({ dependencies = {}, optionalDependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} }) =>
  Object.keys({ ...dependencies, ...optionalDependencies, ...peerDependencies }).map((name) => ({
    name,
    isOptional: name in optionalDependencies || peerDependenciesMeta[name]?.optional === true,
  }))

/**
 * The folders of packages and of all that they need. Throws where one is missing that is not optional.
 * @param {string[]} names
 */
const packageFolders = (names) => {
  /** @type {Set<string>} */
  const folders = new Set()
  /** @param {string} name @param {string} from @param {boolean} isOptional */
  const add = (name, from, isOptional) => {
    const folder = findPackage(name, from)
    if (!folder && !isOptional) throw new Error(`${name} is needed at run time, and is not installed`)
    if (!folder || folders.has(folder)) return
    folders.add(folder)
    for (const need of needsOf(readJson(join(folder, 'package.json')))) add(need.name, folder, need.isOptional)
  }
  for (const name of names) add(name, join(root, 'api'), false)
  return [...folders]
}

/** Packages that the built server imports: what its build has left out. */
const importedPackages = () => readJson(join(root, 'api/dist/packages.json')).imports

/** Packages whose files are found by their folder, which no import tells: PostgreSQL's programs are of one system each. */
const packagesByFolder = () => {
  const { optionalDependencies } = readJson(join(root, 'packages/embedded-postgres/package.json'))
  return ['swagger-ui-dist', ...Object.keys(optionalDependencies)]
}

/** Those that are installed: some are for other systems, and some are not needed. @param {string[]} names */
const installed = (names) => names.filter((name) => findPackage(name, join(root, 'api')))

/** @param {string} path @returns {number} */
const sizeOf = (path) =>
  statSync(path).isDirectory()
    ? readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0)
    : statSync(path).size

const megabytes = (/** @type {number} */ bytes) => `${(bytes / 1e6).toFixed(1)} MB`

/** @param {string} target */
const writeManifest = (target) => {
  const { name, version, description, license, engines, scripts } = readJson(join(root, 'package.json'))
  // The options of `npm start`, which are the server's.
  const options = /^node ((?:--\S+ )*)/.exec(scripts.start)?.[1] ?? ''
  const programs = { start: 'main.js', migrate: 'migrate.js', signer: 'signer.js' }
  const started = Object.entries(programs).map(([script, file]) => [script, `node ${options}api/dist/${file}`])
  const manifest = { name: `${name}-server`, version, private: true, description, license, type: 'module', engines }
  const text = JSON.stringify({ ...manifest, scripts: Object.fromEntries(started) }, null, 2)
  writeFileSync(join(target, 'package.json'), `${text}\n`)
}

/** @param {string} message @returns {never} */
const refuse = (message) => {
  console.error(message)
  process.exit(1)
}

/** The folder to write; of those that are named, only a new one. @param {string | undefined} given */
const targetOf = (given) => {
  if (given === undefined) return join(root, `dist/openauth-server-${readJson(join(root, 'package.json')).version}`)
  if (given === '' || given.startsWith('-'))
    refuse(`${given} is no folder. Usage: npm run package:server [-- <new folder>]`)
  const target = resolve(given)
  if (existsSync(target)) refuse(`${target} exists. Name a folder that is new.`)
  return target
}

/** Writes all into a folder beside, and then has it at its place at once: a half package is never taken for a whole one. */
const writePackage = (/** @type {string} */ target) => {
  const partial = `${target}.partial`
  rmSync(partial, { recursive: true, force: true })
  mkdirSync(partial, { recursive: true })
  // A link stays one, and leads to the same place in the package.
  const options = { recursive: true, verbatimSymlinks: true }
  const filter = (/** @type {string} */ source) => !source.endsWith('.map')
  for (const file of FILES) cpSync(join(root, file), join(partial, file), { ...options, filter })
  for (const folder of packageFolders(installed([...importedPackages(), ...packagesByFolder()])))
    cpSync(folder, join(partial, relative(root, folder)), {
      ...options,
      // What is nested in it is a package of its own.
      filter: (source) => filter(source) && !relative(folder, source).startsWith('node_modules'),
    })
  writeManifest(partial)
  rmSync(target, { recursive: true, force: true })
  renameSync(partial, target)
}

const target = targetOf(process.argv[2])
await ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'providers', 'client', 'api', 'player-web', 'desktop'])
try {
  writePackage(target)
} catch (error) {
  refuse(`The package cannot be written: ${/** @type {Error} */ (error).message}`)
}

for (const name of readdirSync(target)) {
  const path = join(target, name)
  if (statSync(path).isDirectory()) console.log(`${megabytes(sizeOf(path)).padStart(9)}  ${name}`)
}
console.log(`${megabytes(sizeOf(target)).padStart(9)}  ${relative(process.cwd(), target) || target}`)
