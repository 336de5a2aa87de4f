// Part of `npm run check`: the licences of what is installed with `npm ci --omit=dev`, by package-lock.json. Bundles have a check of
// their own, which allows no LGPL either (tools/notice.test.mjs).
import { stated } from '../notice.mjs'
import { nameOf, readLock } from './lock.mjs'
import { isProgram, report } from './report.mjs'

/** Licences (https://spdx.org/licenses/) that ask for no more than notices. */
const allowed = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'Unlicense',
])

/**
 * Packages under another licence, with that licence, and why they may be there.
 * @type {Record<string, { licence: string, why: string }>}
 */
const exceptions = {
  'rpc-websockets': {
    licence: 'LGPL-3.0-only',
    why: 'installed as a package of its own, which may be replaced; no bundle has it (tools/no-websockets.mjs)',
  },
  elkjs: {
    licence: 'EPL-2.0',
    why: 'of the pages of Prisma Studio, which the Prisma CLI brings and nothing here starts or bundles',
  },
}

/**
 * Whether an SPDX expression can be met: one side of an OR, both of an AND.
 * @param {string} expression
 * @returns {boolean}
 */
export const isAllowed = (expression) => {
  const text = expression.trim().replace(/^\((.*)\)$/, '$1')
  if (/[()]/.test(text)) return false
  const choices = text.split(/\s+or\s+/i)
  return choices.some((choice) => choice.split(/\s+and\s+/i).every((licence) => allowed.has(licence.trim())))
}

/**
 * Packages of production whose licence is not among the allowed ones, and exceptions that no package needs, a line each.
 * @param {import('./lock.mjs').Lock} lock
 */
export const faultsOfLicences = ({ packages }) => {
  const installed = Object.entries(packages)
    .filter(([path, { link, dev }]) => path.includes('node_modules/') && !link && !dev)
    .map(([path, { license, version }]) => ({ name: nameOf(path), licence: license, version }))
    .map((each) => ({ ...each, licence: each.licence ?? stated[each.name] ?? 'no licence' }))
  const isException = (/** @type {{ name: string, licence: string }} */ { name, licence }) =>
    exceptions[name]?.licence === licence
  return [
    ...installed
      .filter((each) => !isAllowed(each.licence) && !isException(each))
      .map(({ name, version, licence }) => `${name} ${version}: ${licence}`),
    ...Object.keys(exceptions)
      .filter((name) => !installed.some((each) => each.name === name && isException(each)))
      .map((name) => `${name} is an exception of tools/checks/licences.mjs that is not needed`),
  ]
}

if (isProgram(import.meta.url)) report(faultsOfLicences(readLock()))
