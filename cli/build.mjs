import { rm } from 'node:fs/promises'
import { isBuiltin } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const here = fileURLToPath(new URL('.', import.meta.url))

/**
 * Ink imports React's developer tools statically but uses them only under DEV: the bundle contains a stub in their place.
 * @type {import('esbuild').Plugin}
 */
const withoutDevtools = {
  name: 'without-devtools',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^react-devtools-core$/ }, ({ path }) => ({ path, namespace: 'stub' }))
    // With `is-in-ci` Ink draws only the last frame. Prompts run on terminals only, where every frame is needed.
    bundle.onResolve({ filter: /^is-in-ci$/ }, ({ path }) => ({ path, namespace: 'stub' }))
    bundle.onLoad({ filter: /.*/, namespace: 'stub' }, () => ({ contents: 'export default false' }))
  },
}

/**
 * Packages in CommonJS require Node's modules. A bundle in ESM has no require, and making one takes a millisecond in each
 * chunk. Commander starts other programs for commands that are files of their own, which these are not.
 * @type {import('esbuild').Plugin}
 */
const withBuiltins = {
  name: 'with-builtins',
  setup: (bundle) => {
    bundle.onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'require-call' && isBuiltin(path) ? { path, namespace: 'builtin' } : undefined,
    )
    bundle.onLoad({ filter: /.*/, namespace: 'builtin' }, ({ path }) => ({
      contents: path.endsWith('child_process')
        ? 'module.exports = {}'
        : `module.exports = process.getBuiltinModule(${JSON.stringify(path)})`,
    }))
  },
}

/**
 * string-width makes a segmenter and Unicode expressions when it is loaded, which takes 50 ms of processor time. Texts in ASCII
 * need none of them. A module that is required in place of imported, esbuild evaluates where it is first used.
 * @type {import('esbuild').Plugin}
 */
const withLazyWidths = {
  name: 'with-lazy-widths',
  setup: (bundle) => {
    bundle.onResolve({ filter: /^string-width$/ }, ({ kind, resolveDir }) =>
      kind === 'import-statement' ? { path: resolveDir, namespace: 'lazy-widths' } : undefined,
    )
    bundle.onLoad({ filter: /.*/, namespace: 'lazy-widths' }, ({ path }) => ({
      contents: "export default (...given) => require('string-width').default(...given)",
      resolveDir: path,
    }))
  },
}

/** @type {import('esbuild').BuildOptions} */
const common = {
  absWorkingDir: here,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['openauth-source'],
  // Native and optional.
  external: ['@napi-rs/keyring'],
  logLevel: 'warning',
}

/**
 * Building the contract's schemas takes longer than the rest of `--help`, so the bundle contains the outline as data: the
 * nouns in the entry, and the verbs of each noun as a text in a chunk of its own.
 */
const readOutline = async () => {
  const contents =
    "export * from './src/outline.ts'; export * from './src/outline-details.ts'; export * from './src/noun-words.ts'"
  const { outputFiles } = await build({ ...common, stdin: { contents, resolveDir: here }, write: false })
  const code = Buffer.concat(outputFiles.map(({ contents: bytes }) => bytes)).toString('base64')
  const { outline, detailsOf, wordsOf } = await import(`data:text/javascript;base64,${code}`)
  /** @type {Record<string, string>} */
  const details = {}
  for (const noun of outline) details[wordsOf(noun)] = JSON.stringify(await detailsOf(wordsOf(noun)))
  return { outline: `export const outline = ${JSON.stringify(outline)}`, details }
}

/**
 * The module that loads the verbs of a noun, each noun from a chunk of its own.
 * @param {string[]} nouns
 */
const detailsLoader = (nouns) => {
  const lines = nouns.map((words) => `  ${JSON.stringify(words)}: () => import(${JSON.stringify(`noun:${words}`)}),`)
  return `const load = {\n${lines.join('\n')}\n}
export const detailsOf = async (words) => JSON.parse((await load[words]()).default)`
}

/**
 * @param {{outline: string, details: Record<string, string>}} derived
 * @returns {import('esbuild').Plugin}
 */
const withOutline = ({ outline, details }) => ({
  name: 'with-outline',
  setup: (bundle) => {
    bundle.onLoad({ filter: /cli[\\/]src[\\/]outline\.ts$/ }, () => ({ contents: outline }))
    bundle.onLoad({ filter: /cli[\\/]src[\\/]outline-details\.ts$/ }, () => ({
      contents: detailsLoader(Object.keys(details)),
    }))
    bundle.onResolve({ filter: /^noun:/ }, ({ path }) => ({ path: path.slice('noun:'.length), namespace: 'noun' }))
    bundle.onLoad({ filter: /.*/, namespace: 'noun' }, ({ path }) => ({
      contents: `export default ${JSON.stringify(details[path])}`,
    }))
    // Zod ships its messages in fifty languages; the CLI uses English only.
    bundle.onLoad({ filter: /zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js'",
    }))
  },
})

/**
 * Builds the program: a small entry, and a chunk with Ink that only prompts load. Returns esbuild's metafile.
 * @param {string} [outdir]
 */
export const buildCli = async (outdir = `${here}dist`) => {
  await rm(outdir, { recursive: true, force: true })
  const { metafile } = await build({
    ...common,
    metafile: true,
    entryPoints: ['src/main.ts'],
    outdir,
    splitting: true,
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
    plugins: [withoutDevtools, withBuiltins, withLazyWidths, withOutline(await readOutline())],
  })
  return metafile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
