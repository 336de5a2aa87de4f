import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'esbuild'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Packages of others stay out; those of this repository are followed. */
const ownFilesOnly: Plugin = {
  name: 'own files only',
  setup: ({ onResolve }) => {
    onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
      kind === 'entry-point' || path.startsWith('@openauth/') ? undefined : { path, external: true },
    )
  },
}

/** The files that a program loads before its first `import()`. */
const filesLoadedFirst = async (program: string): Promise<string[]> => {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [program],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'node',
    splitting: true,
    outdir: 'dist',
    conditions: ['openauth-source'],
    plugins: [ownFilesOnly],
    logLevel: 'error',
  })
  const found = new Set([program])
  for (const file of found)
    for (const { path, kind } of metafile.inputs[file]?.imports ?? [])
      if (kind === 'import-statement' && metafile.inputs[path]) found.add(path)
  return [...found]
}

test('a server starts its database before it loads the contract, the API and the code that reads the database', async () => {
  const files = await filesLoadedFirst('api/src/main.ts')
  expect(files).toContain('packages/embedded-postgres/src/index.ts')
  const heavy =
    /^client\/src\/index\.ts$|^api\/src\/(app|mount|db)\.ts$|\/generated\/prisma\/|\/custody\/(wallets\/derive|open-custody)\.ts$/
  expect(files.filter((file) => heavy.test(file))).toEqual([])
})

test('zod is imported so that a bundler takes what is used of it, not its messages of sixty languages', () => {
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx'], { cwd: root, encoding: 'utf8' }).split('\n')
  const named = /import \{[^}]*\bz\b[^}]*\} from 'zod'/
  expect(
    files.filter((file) => file && existsSync(join(root, file)) && named.test(readFileSync(join(root, file), 'utf8'))),
  ).toEqual([])
})
