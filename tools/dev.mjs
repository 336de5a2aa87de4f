// `npm run dev`: the server from its sources, started again on every change, and the player app built on every change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'client', 'cli', 'player-web'])

/** @param {string} script @param {string[]} args @param {string} [cwd] */
const run = (script, args, cwd = root) =>
  spawn(process.execPath, [join(root, 'node_modules', script), ...args], {
    cwd,
    stdio: 'inherit',
    env: { NODE_ENV: 'development', ...process.env },
  })

const children = [
  run('vite/bin/vite.js', ['build', '--watch', '--logLevel', 'warn'], join(root, 'player-web')),
  run('tsx/dist/cli.mjs', ['watch', '--clear-screen=false', '--conditions=openauth-source', 'api/src/main.ts']),
]

let stopping = false
/** @param {number} code */
const stop = async (code) => {
  if (stopping) return
  stopping = true
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  await Promise.all(running.map((child) => new Promise((done) => child.once('exit', done).kill('SIGTERM'))))
  process.exit(code)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => void stop(0))
for (const child of children) child.once('exit', (code) => void stop(code ?? 1))
