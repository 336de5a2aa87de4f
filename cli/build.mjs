import { rm } from 'node:fs/promises'
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
 * What `--help` does not need is evaluated when it is first used: the tables of string-width, and node:child_process, which
 * Commander imports for subcommands that are programs of their own.
 * @type {import('esbuild').Plugin}
 */
const withoutSlowStart = {
  name: 'without-slow-start',
  setup: (bundle) => {
    bundle.onLoad({ filter: /cli[\\/]src[\\/]string-width\.ts$/ }, () => ({
      contents: "export const stringWidth = (text) => require('string-width').default(text)",
      resolveDir: here,
    }))
    bundle.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      /commander/.test(importer) ? { path: 'child_process', namespace: 'empty' } : undefined,
    )
    bundle.onLoad({ filter: /.*/, namespace: 'empty' }, () => ({ contents: 'module.exports = {}' }))
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

/** Building the contract's schemas takes longer than the rest of `--help`, so the bundle contains the outline as data. */
const readOutline = async () => {
  const { outputFiles } = await build({ ...common, entryPoints: ['src/outline.ts'], write: false })
  const code = Buffer.concat(outputFiles.map(({ contents }) => contents)).toString('base64')
  const { outline } = await import(`data:text/javascript;base64,${code}`)
  // JSON is parsed faster than the same as a literal of the language.
  return `export const outline = JSON.parse(${JSON.stringify(JSON.stringify(outline))})`
}

/**
 * @param {string} contents
 * @returns {import('esbuild').Plugin}
 */
const withOutline = (contents) => ({
  name: 'with-outline',
  setup: (bundle) => {
    bundle.onLoad({ filter: /cli[\\/]src[\\/]outline\.ts$/ }, () => ({ contents }))
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
    // Some bundled packages call require.
    banner: { js: "import{createRequire as $require}from'node:module';const require=$require(import.meta.url);" },
    plugins: [withoutDevtools, withoutSlowStart, withOutline(await readOutline())],
  })
  return metafile
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildCli()
