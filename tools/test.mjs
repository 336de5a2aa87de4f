// `npm test`: the tests of server, client, CLI and chains. `npm run test:e2e`: the tests that start the built programs or open
// pages in Chromium. Both work on a fresh clone; the counts stand on the last line. `npm run check` looks at types, lint and format.
// `npm run test:services` runs what depends on the database and on Redis a second time, on those of the machine.
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './children.mjs'
import { cache, ensureInstalled, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
await build()

const report = join(cache, 'tests.json')
rmSync(report, { force: true })
const [first, ...others] = process.argv.slice(2)
const isEndToEnd = first === '--end-to-end'
const given = isEndToEnd ? others : process.argv.slice(2)
const usual = isEndToEnd ? ['end-to-end'] : ['embedded', 'isolated']
const projects = given.includes('--project') ? [] : usual.flatMap((name) => ['--project', name])
const vitest = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`, ...projects, ...given]
const program = join(root, 'node_modules/vitest/vitest.mjs')
const code = await run(process.execPath, [program, ...vitest], { cwd: root, stdio: 'inherit' })
if (existsSync(report)) {
  const { numPassedTests, numFailedTests, numFailedTestSuites } = JSON.parse(readFileSync(report, 'utf8'))
  // A file that could not even be loaded has failed, though no test of it did.
  const failed = numFailedTests || (code === 0 ? 0 : Math.max(1, numFailedTestSuites))
  console.log(`\n${numPassedTests} passed, ${failed} failed`)
}
process.exit(code === 0 ? 0 : 1)
