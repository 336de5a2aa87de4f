import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** By folder, the other folders that its files import. A file beside the folders counts as one. */
const importsByFolder = (folder: string): Map<string, Set<string>> => {
  const imports = new Map<string, Set<string>>()
  const files = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /\.tsx?$/.test(name))) {
    const [own] = file.split(/[\\/]/) as [string]
    const found = imports.get(own) ?? new Set()
    imports.set(own, found)
    const source = readFileSync(join(root, folder, file), 'utf8')
    for (const [, path] of source.matchAll(/(?:\bfrom |\bimport |\bimport\()'(\.[^']+)'/g)) {
      const [other] = normalize(join(dirname(file), path!)).split(/[\\/]/) as [string]
      if (other !== '..' && other !== own) found.add(other)
    }
  }
  return imports
}

/** A folder that can be reached from itself, with the folders on the way; empty if there is none. */
const findCircle = (imports: Map<string, Set<string>>): string[] => {
  const search = (path: string[]): string[] => {
    for (const next of imports.get(path.at(-1)!) ?? []) {
      if (path.includes(next)) return [...path.slice(path.indexOf(next)), next]
      const circle = search([...path, next])
      if (circle.length > 0) return circle
    }
    return []
  }
  return [...imports.keys()].map((feature) => search([feature])).find((circle) => circle.length > 0) ?? []
}

test.each([
  'client/src',
  'desktop/src/renderer/features',
  'localnet/demo/src/features',
  'player-web/src',
  'player-web/src/features',
])('the folders of %s do not import one another in a circle', (folder) => {
  const imports = importsByFolder(folder)
  expect(imports.size).toBeGreaterThan(1)
  expect(findCircle(imports)).toEqual([])
})
