import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of a dynamic import: its own, those that it imports, and their styles, as Vite lists them for the browser to load at once. */
const DYNAMIC = /import\([`"']\.\/([^`"']+)[`"']\)(?:\.then\([^)]*\))?,(?:__vite__mapDeps\(\[([\d,]*)\]\)|\[\])/g

const filesOf = (text: string): string[] =>
  [...(/__vite__mapDeps=.*?\[([^\]]*)\]/.exec(text)?.[1] ?? '').matchAll(/assets\/([^`"']+)/g)].map(([, name]) => name!)

/** What the dynamic imports of a script load, by the script that they name. */
const dynamicImports = (text: string): Map<string, string[]> => {
  const files = filesOf(text)
  return new Map(
    [...text.matchAll(DYNAMIC)].map(([, name, indexes]) => [
      name!,
      [name!, ...(indexes ? indexes.split(',').map((index) => files[Number(index)]!) : [])],
    ]),
  )
}

/** Names of all files that pages load, in a folder of built ones: `roots` are beginnings of the names of dynamic imports, and what those import when they run counts too. */
export const filesLoadedFor = (folder: string, roots: readonly string[], known: readonly string[]): string[] => {
  const read = (name: string) => dynamicImports(readFileSync(join(folder, name), 'utf8'))
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js'))
  const everywhere = scripts.map(read)
  const isRoot = (name: string) => roots.some((root) => name.startsWith(`${root}-`))
  const found = new Set<string>()
  const add = (name: string) => {
    if (found.has(name) || known.includes(name)) return
    found.add(name)
    if (name.endsWith('.js')) for (const files of read(name).values()) files.forEach(add)
  }
  for (const imports of everywhere) for (const [name, files] of imports) if (isRoot(name)) files.forEach(add)
  return [...found]
}
