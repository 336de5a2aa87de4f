// `npm run check`: dependencies, licences, secrets, types, lint with the import rules, format. They run beside each other; what each
// says follows in this order. `npm run types`, `npm run lint` and `npm run format:check` are single ones.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

await ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'providers'])

/** @param {string} title @param {string} script @param {string[]} args @returns {Promise<{ title: string, passed: boolean, output: string }>} */
const check = (title, script, args) =>
  new Promise((done) => {
    const child = spawn(process.execPath, [join(root, script), ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
    child.once('close', (code) => done({ title, passed: code === 0, output }))
  })

const modules = 'node_modules/'
const outcomes = await Promise.all([
  check('lock and dependencies', 'tools/checks/lock.mjs', []),
  check('licences', 'tools/checks/licences.mjs', []),
  check('secrets', 'tools/checks/secrets.mjs', []),
  // Each checker of a project checks for itself what its files share: one needs half the processor time of four.
  check('types', `${modules}typescript/bin/tsc`, ['-b', '--checkers', '1']),
  check('lint and import rules', `${modules}oxlint/bin/oxlint`, ['--type-aware']),
  check('format', `${modules}oxfmt/bin/oxfmt`, ['--check']),
])
for (const { title, passed, output } of outcomes) {
  console.log(`\n── ${title}: ${passed ? 'in order' : 'not in order'}`)
  if (output.trim() !== '') console.log(output.trimEnd())
}
process.exit(outcomes.every(({ passed }) => passed) ? 0 : 1)
