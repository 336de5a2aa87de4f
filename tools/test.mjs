// `npm test`: everything that must hold, on a fresh clone too. The counts of the tests stand on the last line.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache, ensureInstalled, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
await build()

/** @param {string} title @param {string} script @param {string[]} args */
const check = (title, script, args) => {
  console.log(`\n── ${title}`)
  const { status } = spawnSync(process.execPath, [join(root, script), ...args], { cwd: root, stdio: 'inherit' })
  return status === 0
}

const modules = 'node_modules/'
const report = join(cache, 'tests.json')
rmSync(report, { force: true })
const passed = [
  check('lock', 'tools/check-lock.mjs', []),
  check('types', `${modules}typescript/bin/tsc`, ['-b']),
  check('lint and import rules', `${modules}oxlint/bin/oxlint`, ['--type-aware']),
  check('format', `${modules}oxfmt/bin/oxfmt`, ['--check']),
  check('tests', `${modules}vitest/vitest.mjs`, [
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...process.argv.slice(2),
  ]),
]

if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that could not even be loaded has failed, though no test of it did.
  const failed = numFailedTests || (passed.at(-1) ? 0 : Math.max(1, numFailedTestSuites))
  console.log(`\n${numPassedTests} passed, ${failed} failed`)
}
process.exit(passed.every(Boolean) ? 0 : 1)
