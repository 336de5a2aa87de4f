// What `npm start` and `npm test` do before anything else: a Node that is new enough, and the locked dependencies.
// Runs on a bare Node, before any dependency is there.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))
export const cache = `${root}node_modules/.cache/openauth/`
const stamp = `${cache}installed`

const requireNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > 20 || (major === 20 && minor >= 19)) return
  console.error(`OpenAuth needs Node 20.19 or newer; this is ${process.versions.node}.`)
  process.exit(1)
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

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === lockDigest()

/** Installs the locked dependencies where they are missing or the lock has changed. */
export const ensureInstalled = () => {
  requireNode()
  if (isInstalled()) return
  console.error('Installing dependencies …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  const { status } = spawnSync(npm, ['ci', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: root,
    stdio: ['ignore', process.stderr, process.stderr],
    shell: process.platform === 'win32',
  })
  if (status !== 0) {
    console.error('npm ci failed; its messages are above.')
    process.exit(1)
  }
  markInstalled()
}
