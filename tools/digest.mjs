import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { root } from './install.mjs'

/** @param {string} path @returns {string[]} */
const filesBelow = (path) => {
  const absolute = join(root, path)
  if (!existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [absolute]
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/**
 * SHA-256 of the files below the inputs, without tests, and of the locked dependencies.
 * @param {string[]} inputs
 */
export const digestOf = (inputs) => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of inputs.flatMap(filesBelow).toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}
