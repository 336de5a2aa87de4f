// `npm run dev`: the server from its sources, started again on every change, the player app built on every change, and
// around them the identity providers and the chains on loopback, with a demo page that logs in through them.
import { fork, spawn } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { onParentGone, run as runToEnd } from './children.mjs'
import { devDataFolder, devPlayerFolder, problemOfDataFolder } from './dev-places.mjs'
import { endChildren } from './end-children.mjs'
import { cache, ensureInstalled, requireWritable, root } from './install.mjs'

await ensureInstalled()
requireWritable('npm run dev builds and keeps its data in the checkout')
const problem = problemOfDataFolder(process.env.OPENAUTH_DATA_DIR ?? devDataFolder)
if (problem !== undefined) {
  console.error(problem)
  process.exit(1)
}
const { build } = await import('./build.mjs')
await build(['generate', 'providers', 'client', 'cli', 'desktop', 'demo'])

const host = process.env.HOST ?? '127.0.0.1'
const port = process.env.PORT ?? '5566'

/** Ends the process before anything is started where the server could not listen. */
const requireFreePort = () =>
  new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error) => {
      console.error(
        `Another program, perhaps another OpenAuth, already listens on port ${port} (${error.message}). Stop it, or set PORT to another, as in  PORT=5567 npm run dev`,
      )
      process.exit(1)
    })
    probe.listen({ host, port: Number(port) }, () => probe.close(done))
  })

/** @type {import('node:child_process').ChildProcess[]} */
const children = []

/**
 * In a process group of their own: a signal to this one's group, as ctrl-C is, reaches each of them once, from here. At a
 * second one tsx kills the server, which then leaves its database running.
 */
const detached = process.platform !== 'win32'

/** @param {string} script @param {string[]} args @param {NodeJS.ProcessEnv} env @param {string} [cwd] */
const run = (script, args, env, cwd = root) => {
  const command = [join(root, 'node_modules', script), ...args]
  const child = spawn(process.execPath, command, { cwd, env, stdio: ['ignore', 'inherit', 'inherit'], detached })
  children.push(child)
  child.once('exit', (code) => void stop(code ?? 1))
}

const pureBigint = ['--import=./tools/pure-bigint.mjs']

/** The providers, the chains and the demo page; resolves with what the server needs of them. */
const startWorld = async () => {
  const apiUrl = process.env.OPENAUTH_PUBLIC_URL ?? `http://127.0.0.1:${port}`
  const child = fork(join(root, 'localnet/src/dev.ts'), [apiUrl], {
    cwd: root,
    execArgv: ['--import', 'tsx', '--conditions=openauth-source', ...pureBigint],
    detached,
  })
  children.push(child)
  child.once('exit', (code) => void stop(code ?? 1))
  /** @type {{environment: Record<string, string>, app: object, faucetUrl: string}} */
  const world = await new Promise((tell) => child.once('message', tell))
  const file = join(cache, 'demo-app.json')
  mkdirSync(cache, { recursive: true })
  writeFileSync(file, JSON.stringify(world.app), { mode: 0o600 })
  return { environment: world.environment, faucetUrl: world.faucetUrl, file }
}

/** How long what was started may take to end. Milliseconds. */
const PATIENCE = 20_000

/** A server that was killed leaves its database running. */
const stopLeftDatabase = async () => {
  const folder = join(process.env.OPENAUTH_DATA_DIR ?? devDataFolder, 'postgres')
  const script = join(root, 'tools/stop-left-database.ts')
  const options = ['--import', 'tsx', '--conditions=openauth-source']
  await runToEnd(process.execPath, [...options, script, folder], { cwd: root, stdio: 'inherit' })
}

let stopping = false
/** @param {number} code */
const stop = async (code) => {
  if (stopping) return
  stopping = true
  const hasKilled = await endChildren(children, { patience: PATIENCE, detached })
  if (hasKilled) await stopLeftDatabase()
  process.exit(code)
}
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => void stop(0))
onParentGone(() => void stop(0))

/** Builds the player app at every change, where the last build stays until the next is there. */
const watchPlayer = () => {
  rmSync(devPlayerFolder, { recursive: true, force: true })
  const options = ['--outDir', devPlayerFolder, '--emptyOutDir', 'false', '--logLevel', 'warn']
  run('vite/bin/vite.js', ['build', '--watch', ...options], process.env, join(root, 'player-web'))
}

/** The server looks for the page once, when it starts. */
const playerBuilt = async () => {
  while (!existsSync(join(devPlayerFolder, 'index.html'))) await new Promise((done) => setTimeout(done, 100))
}

await requireFreePort()
watchPlayer()
const { environment, faucetUrl, file } = await startWorld()
await playerBuilt()
const server = [
  'watch',
  '--clear-screen=false',
  '--conditions=openauth-source',
  ...pureBigint,
  'api/src/dev.ts',
  file,
  faucetUrl,
]
const ours = { NODE_ENV: 'development', OPENAUTH_DATA_DIR: devDataFolder }
run('tsx/dist/cli.mjs', server, { ...ours, ...environment, ...process.env })
