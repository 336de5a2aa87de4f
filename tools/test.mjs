// `npm test`: lock, types, lint, format, and the tests of server, client, CLI and chains. `npm run test:e2e`: the tests that
// start the built programs or open pages in Chromium. Both work on a fresh clone; the counts stand on the last line.
// `npm run test:services` runs what depends on the database and on Redis a second time, on those of the machine.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { cache, ensureInstalled, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
await build()

/**
 * Starts a check. What it writes is kept until the tests have ended, so that the two do not mix; the tests' own output is
 * shown as it comes.
 * @param {string} title @param {string} script @param {string[]} args @param {boolean} [shown]
 * @returns {Promise<{ title: string, passed: boolean, output: string }>}
 */
const check = (title, script, args, shown = false) =>
  new Promise((done) => {
    const out = shown ? 'inherit' : 'pipe'
    const child = spawn(process.execPath, [join(root, script), ...args], { cwd: root, stdio: ['inherit', out, out] })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
    child.once('close', (code) => done({ title, passed: code === 0, output }))
  })

const modules = 'node_modules/'
const report = join(cache, 'tests.json')
rmSync(report, { force: true })
const [first, ...others] = process.argv.slice(2)
const isEndToEnd = first === '--end-to-end'
const given = isEndToEnd ? others : process.argv.slice(2)
const checkSources = () => [
  check('lock', 'tools/check-lock.mjs', []),
  // Each checker of a project checks for itself what its files share: one needs half the processor time of four.
  check('types', `${modules}typescript/bin/tsc`, ['-b', '--checkers', '1']),
  check('lint and import rules', `${modules}oxlint/bin/oxlint`, ['--type-aware']),
  check('format', `${modules}oxfmt/bin/oxfmt`, ['--check']),
]
const checks = isEndToEnd ? [] : checkSources()
const usual = isEndToEnd ? ['end-to-end'] : ['embedded', 'isolated']
const projects = given.includes('--project') ? [] : usual.flatMap((name) => ['--project', name])
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...projects, ...given]
const tests = await check('tests', `${modules}vitest/vitest.mjs`, vitest, true)
const outcomes = await Promise.all(checks)
for (const { title, output } of outcomes) console.log(`\n── ${title}\n${output.trimEnd()}`)

const broken = [...outcomes, tests].filter(({ passed }) => !passed)
if (broken.length > 0) console.log(`\nFailed: ${broken.map(({ title }) => title).join(', ')}`)
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that could not even be loaded has failed, though no test of it did.
  const failed = numFailedTests || (tests.passed ? 0 : Math.max(1, numFailedTestSuites))
  console.log(`\n${numPassedTests} passed, ${failed} failed`)
}
process.exit(broken.length > 0 ? 1 : 0)
