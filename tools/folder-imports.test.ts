import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

const sourcesOf = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => /\.tsx?$/.test(name) && !/(^|\/)(node_modules|dist|test)\/|\.test\.|testing\.tsx?$/.test(name))

/** By unit, the other units that its files import, each with an import that shows it. */
type Imports = Map<string, Map<string, string>>

/** The imports among the files of a folder, types and `import()` included. `unitOf` says what a file is part of. */
const importsIn = (folder: string, unitOf: (file: string) => string): Imports => {
  const imports: Imports = new Map()
  for (const file of sourcesOf(folder)) {
    const own = unitOf(file)
    const found = imports.get(own) ?? new Map<string, string>()
    imports.set(own, found)
    const source = readFileSync(join(root, folder, file), 'utf8')
    for (const [, path] of source.matchAll(/(?:\bfrom |\bimport |\bimport\()'(\.[^']+)'/g)) {
      const imported = normalize(join(dirname(file), path!)).replaceAll('\\', '/')
      const other = unitOf(imported)
      if (!imported.startsWith('..') && other !== own && !found.has(other)) found.set(other, `${file} → ${imported}`)
    }
  }
  return imports
}

/** The imports of a circle; empty if there is none. Each unit is entered once. */
const findCircle = (imports: Imports): string[] => {
  const done = new Set<string>()
  const search = (unit: string, path: string[], shown: string[]): string[] => {
    if (path.includes(unit)) return shown.slice(path.indexOf(unit))
    if (done.has(unit)) return []
    for (const [next, example] of imports.get(unit) ?? []) {
      const circle = search(next, [...path, unit], [...shown, example])
      if (circle.length > 0) return circle
    }
    done.add(unit)
    return []
  }
  return [...imports.keys()].map((unit) => search(unit, [], [])).find((circle) => circle.length > 0) ?? []
}

/** The folder that a file is in, or the file itself. Of an expanded folder, such as `features`, the folders in it. */
const folderOf =
  (expanded: readonly string[]) =>
  (file: string): string => {
    const [first, second] = file.split('/')
    return second !== undefined && expanded.includes(first!) ? `${first}/${second}` : first!
  }

test.each([
  ['api/src', ['features', 'lib']],
  ['api/src/custody', []],
  ['api/src/features/game', []],
  ['api/src/features/login', []],
  ['api/src/features/transfers', ['chains']],
  ['bench', []],
  ['cli/src', []],
  ['client/src', []],
  ['desktop/src', ['renderer']],
  ['desktop/src/renderer/features', []],
  ['localnet/src', []],
  ['localnet/demo/src/features', []],
  ['player-web/src', []],
  ['player-web/src/features', []],
  ['soak', []],
  ['ui/src', []],
])('the folders of %s, with those in %j one by one, do not import one another in a circle', (folder, expanded) => {
  const imports = importsIn(folder, folderOf(expanded))
  expect(imports.size).toBeGreaterThan(1)
  expect(findCircle(imports)).toEqual([])
})

// The linter finds the others: it does not follow `import()`.
test.each([
  'api/src',
  'bench',
  'cli/src',
  'client/src',
  'desktop/src',
  'localnet',
  'packages',
  'player-web/src',
  'soak',
  'ui/src',
])(
  'the files of %s do not import one another in a circle, not even by an import() of what is loaded later',
  (folder) => {
    const imports = importsIn(folder, (file) => file)
    expect(imports.size).toBeGreaterThan(1)
    expect(findCircle(imports)).toEqual([])
  },
)

test('a circle is found, with the imports that close it', () => {
  const imports: Imports = new Map([
    ['a', new Map([['b', 'a/1.ts → b/1.ts']])],
    ['b', new Map([['c', 'b/1.ts → c/1.ts']])],
    ['c', new Map([['b', 'c/1.ts → b/2.ts']])],
  ])
  expect(findCircle(imports)).toEqual(['b/1.ts → c/1.ts', 'c/1.ts → b/2.ts'])
})
