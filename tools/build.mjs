// Builds what has changed since it was last built: `node tools/build.mjs [step …]`, all steps by default.
// After an install it makes what `npx openauth` and the sources need, and nothing else.
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { takeBuildLock } from './build-lock.mjs'
import { steps } from './build-steps.mjs'
import { digestOf } from './digest.mjs'
import { cache, ensureInstalled, markInstalled, requireNode, requireWritable, root } from './install.mjs'

export { steps } from './build-steps.mjs'

/** @import { Step } from './build-steps.mjs' */

/** @param {string} name */
const stampOf = (name) => join(cache, `built-${name}`)

/** @param {string} name @param {Step} step @param {string} digest */
const isBuilt = (name, step, digest) => {
  const stamp = stampOf(name)
  return existsSync(join(root, step.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
}

/** An install without development dependencies has nothing to build with; what it runs comes built. */
const canBuild = () => ['esbuild', 'prisma', 'vite'].every((name) => existsSync(join(root, 'node_modules', name)))

/**
 * Whether what an install without development dependencies runs was built before it. That install removes the stamps, so
 * that nobody can tell from what sources.
 * @param {[string, Step][]} stale
 */
const isBuiltBefore = (stale) => !canBuild() && stale.every(([, { output }]) => existsSync(join(root, output)))

/** Ends the process with one line where what builds is not installed. @param {string} purpose */
const requireBuilders = (purpose) => {
  if (canBuild()) return
  console.error(`${purpose}, and the development dependencies, which build it, are not installed. Run npm ci.`)
  console.error('For an install without them: npm ci, npm run build, then npm prune --omit=dev.')
  process.exit(1)
}

/** @param {string[]} names */
const namedSteps = (names) => Object.entries(steps).filter(([name]) => names.includes(name))

/**
 * Runs the named steps whose inputs have changed, in the order of `steps`. Nothing is written where none has, so that a
 * checkout that was built may be read-only.
 * @param {string[]} names
 */
export const build = async (names = Object.keys(steps)) => {
  const stale = namedSteps(names).filter(([name, step]) => !isBuilt(name, step, digestOf(step.inputs)))
  if (stale.length === 0 || isBuiltBefore(stale)) return
  const purpose = `${stale.map(([name]) => name).join(', ')} must be built`
  requireWritable(purpose)
  requireBuilders(purpose)
  mkdirSync(cache, { recursive: true })
  const release = await takeBuildLock(root)
  try {
    await buildInTurn(names)
  } finally {
    release()
    // Its service would live as long as this process, which may be the server.
    await (await import('esbuild')).stop()
  }
}

/** Another process may have built meanwhile, and one step makes inputs of the next. @param {string[]} names */
const buildInTurn = async (names) => {
  for (const [name, step] of namedSteps(names)) {
    const digest = digestOf(step.inputs)
    if (isBuilt(name, step, digest)) continue
    console.error(`Building ${name} …`)
    await step.run()
    writeFileSync(stampOf(name), digest)
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  requireNode()
  const names = process.argv.slice(2)
  if (names[0] === '--on-install') {
    if (canBuild()) await build(['generate', 'providers', 'client', 'cli'])
    markInstalled()
  } else {
    await ensureInstalled()
    await build(names.length > 0 ? names : undefined)
  }
}
