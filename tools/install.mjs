// What `npm start` and `npm test` do before anything else: a Node that is new enough, and the locked dependencies.
// Runs on a bare Node, which may be too old, before any dependency is there.
import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { run } from './children.mjs'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = `${root}node_modules/.cache/openauth/`
const stamp = `${cache}installed`

/** Ends the process with one line where this Node is too old. */
export const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`OpenAuth needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
}

/**
 * Ends the process with one line where this user cannot write in the checkout.
 * @param {string} purpose what would have to be written
 */
export const requireWritable = (purpose) => {
  const folders = [root, `${root}node_modules`, `${root}node_modules/.cache`, cache]
  try {
    for (const folder of folders) if (existsSync(folder)) accessSync(folder, constants.W_OK)
  } catch {
    console.error(`${purpose}, and this user cannot write in ${root}. Run npm run build as its owner, or chown it.`)
    process.exit(1)
  }
}

const lockDigest = () =>
  createHash('sha256')
    .update(readFileSync(`${root}package-lock.json`))
    .digest('hex')

/** Remembers that what is installed is what the lock says. */
export const markInstalled = () => {
  mkdirSync(cache, { recursive: true })
  writeFileSync(stamp, lockDigest())
}

/** Whether what is installed is what the lock says. */
export const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest()

/**
 * npm ci goes on to extract hundreds of packages after a first signal, and ends at once on a second one that does not come
 * together with the first: https://github.com/npm/cli/blob/latest/workspaces/arborist/lib/signal-handling.js
 * @param {string[]} args @param {'ignore' | NodeJS.WriteStream} output
 */
const npm = (args, output) =>
  run(process.platform === 'win32' ? 'npm.cmd' : 'npm', args, {
    cwd: root,
    stdio: ['ignore', output, output],
    shell: process.platform === 'win32',
    signalAgain: true,
  })

/**
 * Installs the locked dependencies where they are missing or the lock has changed. The registry is asked once before:
 * without a network npm ci would look for each of hundreds of packages, for many minutes and without a word.
 */
export const ensureInstalled = async () => {
  requireNode()
  if (isInstalled()) return
  requireWritable('Dependencies are to be installed')
  console.error('Installing dependencies …')
  const isOnline = (await npm(['view', 'esbuild', 'version', '--fetch-retries=1'], 'ignore')) === 0
  if (!isOnline) console.error("npm's registry does not answer; installing from what npm has cached …")
  const options = ['--no-audit', '--no-fund', '--loglevel=error', ...(isOnline ? [] : ['--offline'])]
  const status = await npm(['ci', ...options], process.stderr)
  if (status !== 0) {
    console.error('npm ci failed; its messages are above.')
    process.exit(1)
  }
  markInstalled()
}
