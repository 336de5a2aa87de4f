// `npm run dev`: the server from its sources, started again on every change, the player app built on every change, and
// around them the identity providers and the chains on loopback, with a demo page that logs in through them.
import { fork, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cache, ensureInstalled, root } from './install.mjs'

ensureInstalled()
const { build } = await import('./build.mjs')
await build(['generate', 'client', 'cli', 'player-web', 'demo'])

/** @type {import('node:child_process').ChildProcess[]} */
const children = []

/** @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env @param {string} [cwd] */
const run = (script, args, env, cwd = root) => {
  const child = spawn(process.execPath, [join(root, 'node_modules', script), ...args], { cwd, stdio: 'inherit', env })
  children.push(child)
  child.once('exit', (code) => void stop(code ?? 1, false))
}

/** The providers, the chains and the demo page; resolves with what the server needs of them. */
const startWorld = async () => {
  const apiUrl = process.env.OPENAUTH_PUBLIC_URL ?? `http://127.0.0.1:${process.env.PORT ?? 5566}`
  const child = fork(join(root, 'localnet/src/dev.ts'), [apiUrl], {
    cwd: root,
    execArgv: ['--import', 'tsx', '--conditions=openauth-source'],
  })
  children.push(child)
  child.once('exit', (code) => void stop(code ?? 1, false))
  /** @type {{environment: Record<string, string>, app: object, faucetUrl: string}} */
  const world = await new Promise((tell) => child.once('message', tell))
  const file = join(cache, 'demo-app.json')
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, JSON.stringify(world.app), { mode: 0o600 })
  return { environment: world.environment, faucetUrl: world.faucetUrl, file }
}

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

const { environment, faucetUrl, file } = await startWorld()
const vite = ['build', '--watch', '--logLevel', 'warn']
run('vite/bin/vite.js', vite, process.env, join(root, 'player-web'))
const server = ['watch', '--clear-screen=false', '--conditions=openauth-source', 'api/src/dev.ts', file, faucetUrl]
run('tsx/dist/cli.mjs', server, { NODE_ENV: 'development', ...environment, ...process.env })
