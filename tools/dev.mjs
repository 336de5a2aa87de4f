// `npm run dev`: the server from its sources, started again on every change, and the player app built on every change.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { ensureInstalled, root } from './install.mjs'

ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'client', 'cli', 'player-web'])

/** @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env @param {string} [cwd] */
const run = (script, args, env, cwd = root) =>
  spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd, stdio: 'inherit', env })

const server = ['watch', '--clear-screen=false', '--conditions=openauth-source', 'api/src/main.ts']
const children = [
  run('vite/bin/vite.js', ['build', '--watch', '--logLevel', 'warn'], process.env, join(root, 'player-web')),
  run('tsx/dist/cli.mjs', server, { NODE_ENV: 'development', ...process.env }),
]

const stillRunning = () => children.filter((child) => child.exitCode === null && child.signalCode === null)

let stopping = false
/** @param {number} code @param {boolean} told whether the children were signalled already, as by ctrl-C in a terminal */
const stop = async (code, told) => {
  if (stopping) return
  stopping = true
  const gone = Promise.all(stillRunning().map((child) => new Promise((done) => child.once('exit', done))))
  const end = () => stillRunning().forEach((child) => child.kill('SIGTERM'))
  if (told) setTimeout(end, 5000).unref()
  else end()
  await gone
  process.exit(code)
}
process.on('SIGINT', () => void stop(0, true))
process.on('SIGTERM', () => void stop(0, false))
for (const child of children) child.once('exit', (code) => void stop(code ?? 1, false))
