// Part of `npm run check`: what package-lock.json and the manifests say of dependencies. It asks no network, and so knows no
// advisories: `npm audit --omit=dev` does, by hand or by whoever hosts the repository.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../install.mjs'
import { isProgram, report } from './report.mjs'

/**
 * @typedef {object} Entry of a lock, of the fields that count here
 * @property {string} [version]
 * @property {string} [resolved]
 * @property {string} [integrity]
 * @property {boolean} [link]
 * @property {boolean} [dev]
 * @property {string} [license]
 * @property {string} [deprecated]
 * @property {boolean} [hasInstallScript]
 * @property {Record<string, string>} [dependencies]
 * @property {Record<string, string>} [devDependencies]
 * @property {Record<string, string>} [optionalDependencies]
 */

/** @typedef {{ lockfileVersion: number, packages: Record<string, Entry> }} Lock */

/** @returns {Lock} */
export const readLock = () => JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'))

/** The name of the package at a path of the lock. @param {string} path */
export const nameOf = (path) => path.split('node_modules/').at(-1) ?? path

/** Whether an entry came from the registry, and is none of the workspaces. @param {[string, Entry]} entry */
const isForeign = ([path, { link }]) => path.includes('node_modules/') && !link

/**
 * A lock that lacks an optional dependency which one of its packages names installs here, and breaks `npm ci` on another system.
 * @param {Lock} lock
 */
const missingOptional = ({ packages }) => {
  const locked = new Set(Object.keys(packages).map(nameOf))
  return Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !locked.has(name))
      .map((name) => `package-lock.json lacks ${name}, an optional dependency of ${path || 'the root'}`),
  )
}

/** A digest of each package, of SHA-512, and no address: whoever installs chooses the registry, and the digest decides. @param {Lock} lock */
const unpinned = ({ lockfileVersion, packages }) => [
  ...(lockfileVersion === 3 ? [] : [`package-lock.json has version ${lockfileVersion}, not 3`]),
  ...Object.entries(packages)
    .filter(isForeign)
    .flatMap(([path, { integrity, resolved }]) => [
      ...(/^sha512-[\w+/]{86}==$/.test(integrity ?? '') ? [] : [`${path} has no SHA-512 digest`]),
      ...(resolved === undefined ? [] : [`${path} has an address, ${resolved}: keep .npmrc as it is`]),
    ]),
]

/** Versions of manifests are exact, and of the registry: no range, tag, path or repository. @param {Lock} lock */
const ranges = ({ packages }) =>
  Object.entries(packages)
    .filter(([path]) => !path.includes('node_modules/'))
    .flatMap(([path, { dependencies, devDependencies, optionalDependencies }]) =>
      Object.entries({ ...dependencies, ...devDependencies, ...optionalDependencies })
        .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.-]+)?$/.test(version))
        .map(([name, version]) => `${path || 'package.json'} asks for ${name} ${version}, which is no exact version`),
    )

/**
 * Scripts at an installation run as whoever installs. None does, and who would is listed in `allowScripts` of package.json.
 * @param {Lock} lock @param {Record<string, boolean>} allowScripts
 */
const scripts = ({ packages }, allowScripts) => {
  const names = Object.entries(packages)
    .filter(([path, { hasInstallScript }]) => isForeign([path, {}]) && hasInstallScript)
    .map(([path]) => nameOf(path))
  return [
    ...[...new Set(names)]
      .filter((name) => !(name in allowScripts))
      .map((name) => `${name} has a script at its installation: list it in allowScripts of package.json`),
    ...Object.entries(allowScripts)
      .filter(([, allowed]) => allowed)
      .map(([name]) => `allowScripts of package.json lets ${name} run a script at its installation`),
  ]
}

/** Packages whose authors say that they should not be used any more. @param {Lock} lock */
const deprecated = ({ packages }) =>
  Object.entries(packages).flatMap(([path, entry]) =>
    entry.deprecated === undefined ? [] : [`${path} is deprecated: ${entry.deprecated}`],
  )

/**
 * What is wrong with the locked dependencies, a line each.
 * @param {Lock} lock @param {Record<string, boolean>} allowScripts
 */
export const faultsOfLock = (lock, allowScripts) => [
  ...missingOptional(lock),
  ...unpinned(lock),
  ...ranges(lock),
  ...scripts(lock, allowScripts),
  ...deprecated(lock),
]

/** @returns {Record<string, boolean>} */
export const readAllowScripts = () => JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).allowScripts

if (isProgram(import.meta.url)) report(faultsOfLock(readLock(), readAllowScripts()))
