// Fails when the lock leaves out an optional dependency that one of its packages names. Such a lock installs here and
// breaks `npm ci` on another operating system, so `npm run check` looks at it.
import { readFileSync } from 'node:fs'

/** @type {Record<string, {optionalDependencies?: Record<string, string>}>} */
const packages = JSON.parse(readFileSync(new URL('../package-lock.json', import.meta.url), 'utf8')).packages
const locked = new Set(Object.keys(packages).map((path) => path.split('node_modules/').at(-1)))
const missing = Object.entries(packages).flatMap(([path, entry]) =>
  Object.keys(entry.optionalDependencies ?? {})
    .filter((name) => !locked.has(name))
    .map((name) => `${name} (of ${path || 'the root'})`),
)
if (missing.length > 0) {
  console.error(`package-lock.json lacks optional dependencies:\n  ${missing.join('\n  ')}`)
  process.exit(1)
}
