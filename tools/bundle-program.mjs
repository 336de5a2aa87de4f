import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

/**
 * Bundles a program of a test, as the product is bundled: under tsx each start would take three times the processor time.
 * @param {string} contents TypeScript
 * @param {{ from: string, outfile: string }} options `from` is the address of the module beside which its imports are
 */
export const bundleProgram = async (contents, { from, outfile }) => {
  await build({
    stdin: { contents, resolveDir: dirname(fileURLToPath(from)), loader: 'ts' },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    conditions: ['openauth-source'],
    external: ['pg-native'],
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
  })
}
