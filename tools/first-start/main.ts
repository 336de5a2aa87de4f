// `npm run first-start -- [part …] [--seconds 1-60] [--signal SIGINT] [--only TEXT] [--keep]`: what strangers do with a fresh clone.
// Every try stands on a line, a table at the end; the exit code is 1 where one has failed.
import { chmodSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { dev } from './dev.ts'
import { documents } from './documents.ts'
import { dataFolder, readOnly } from './folders.ts'
import type { Part } from './part-context.ts'
import { endAll } from './program.ts'
import { installInterrupts, interrupts } from './interrupts.ts'
import { noNetwork, oldNode, productionInstall } from './installs.ts'
import { settings } from './settings.ts'
import { signals } from './signals.ts'
import { createTries, tableOf } from './tries.ts'

/** In this order where none is named; those that install something come last. */
const parts: Record<string, Part> = {
  settings,
  'read-only': readOnly,
  'data-folder': dataFolder,
  signals,
  dev,
  documents,
  interrupts,
  'old-node': oldNode,
  'no-network': noNetwork,
  'production-install': productionInstall,
  'install-interrupts': installInterrupts,
}

/** `1-3,10` → 1, 2, 3, 10 */
const secondsOf = (text: string): number[] =>
  text.split(',').flatMap((range) => {
    const [from, to = from] = range.split('-').map(Number)
    if (!Number.isInteger(from) || !Number.isInteger(to) || from! < 0 || to! < from!)
      throw new Error(`--seconds ${text}: must look like 1-60 or 5,10,20`)
    return Array.from({ length: to! - from! + 1 }, (_, index) => from! + index)
  })

const readArguments = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      seconds: { type: 'string', default: '1-60' },
      signal: { type: 'string', default: 'SIGINT' },
      only: { type: 'string', default: '' },
      keep: { type: 'boolean', default: false },
    },
  })
  const unknown = positionals.find((name) => !(name in parts))
  if (unknown) throw new Error(`There is no part ${unknown}. The parts: ${Object.keys(parts).join(', ')}`)
  if (!/^SIG(INT|TERM|KILL|HUP)$/.test(values.signal))
    throw new Error('--signal: must be SIGINT, SIGTERM, SIGHUP or SIGKILL')
  const names = positionals.length > 0 ? positionals : Object.keys(parts)
  const options = { seconds: secondsOf(values.seconds), signal: values.signal as NodeJS.Signals }
  return { names, options, only: values.only, keep: values.keep }
}

const run = async (): Promise<boolean> => {
  if (process.platform !== 'linux') throw new Error('These tries read /proc, which is on Linux only.')
  const { names, options, only, keep } = readArguments()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'openauth-first-start-')))
  chmodSync(folder, 0o755)
  const { tries, attemptIn } = createTries(() => endAll(folder), only)
  try {
    for (const name of names) await parts[name]!({ folder, options, attempt: attemptIn(name) })
  } finally {
    if (!keep) rmSync(folder, { recursive: true, force: true })
    if (tries.length > 0) console.log(`\n${tableOf(tries)}`)
  }
  return tries.every(({ failure }) => failure === undefined)
}

run().then(
  (passed) => process.exit(passed ? 0 : 1),
  (error: unknown) => {
    console.error(error instanceof Error ? error.message : error)
    process.exit(1)
  },
)
