// `npm run mutate -- [part …] [--concurrency n]`: changes the guards one small place at a time, and sees whether a test fails. What is
// left over is in .openauth-mutate/<part>.json and .html; docs/mutation.md says what it means.
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Stryker } from '@stryker-mutator/core'
import { ensureInstalled, root } from '../install.mjs'
import { parts } from './parts.mjs'

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { concurrency: { type: 'string', default: '1' } },
})
const unknown = positionals.filter((name) => !(name in parts))
if (unknown.length > 0) {
  console.error(`No part ${unknown.join(', ')}. There are ${Object.keys(parts).join(', ')}.`)
  process.exit(2)
}

await ensureInstalled()
const { build } = await import('../build.mjs')
await build(['generate', 'providers'])
process.chdir(root)

const folder = join(root, '.openauth-mutate')
mkdirSync(folder, { recursive: true })

/** @param {string} name @returns {import('@stryker-mutator/api/core').PartialStrykerOptions} */
const optionsOf = (name) => ({
  mutate: parts[name]?.mutate ?? [],
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner', join(root, 'tools/mutate/words.mjs')],
  ignorers: ['words-of-errors'],
  vitest: { configFile: 'tools/mutate/vitest.config.ts', related: true },
  coverageAnalysis: 'perTest',
  // What runs once as a module is loaded cannot be switched on for single tests: each such change would run all of them.
  ignoreStatic: true,
  concurrency: Number(values.concurrency),
  checkers: [],
  disableTypeChecks: false,
  incremental: true,
  incrementalFile: join(folder, `${name}.incremental.json`),
  reporters: ['clear-text', 'json', 'html', 'progress-append-only'],
  clearTextReporter: { logTests: false, reportTests: false, reportMutants: true, allowColor: false },
  jsonReporter: { fileName: join(folder, `${name}.json`) },
  htmlReporter: { fileName: join(folder, `${name}.html`) },
  tempDirName: `.openauth-mutate-${name}`,
  cleanTempDir: 'always',
  ignorePatterns: [
    '.openauth-*',
    'data',
    'data-dev',
    'docs',
    'api/dist',
    'cli/dist',
    'desktop/out',
    'player-web/dist',
    'client/dist',
  ],
  timeoutMS: 30_000,
  tsconfigFile: 'no-tsconfig.json',
  allowEmpty: false,
})

for (const name of positionals.length > 0 ? positionals : Object.keys(parts)) {
  process.env.OPENAUTH_MUTATE = name
  await new Stryker(optionsOf(name)).runMutationTest()
}
