// Processes that take a lock when they are told to.
import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundleProgram } from '../../../tools/bundle-program.mjs'

const PROGRAM = `
import { tryKernelLock } from '../src/index.ts'
const path = process.argv[2]
let release
process.on('message', async (message) => {
  if (message === 'try') process.send((release = await tryKernelLock(path, { purpose: 'test', file: path + '.flock' })) !== undefined)
  else await release().then(() => process.send('released'))
})
process.send('ready')
`

export type LockProcess = {
  child: ChildProcess
  /** Whether it has got the lock. */
  tries: () => Promise<boolean>
  release: () => Promise<unknown>
  end: (signal?: NodeJS.Signals) => Promise<void>
}

/** Builds the program; `start` runs it for a path, and `removeAll` ends the processes and removes it. */
export async function buildLockProgram() {
  const folder = await mkdtemp(join(tmpdir(), 'openauth-lock-program-'))
  const outfile = join(folder, 'program.mjs')
  await bundleProgram(PROGRAM, { from: import.meta.url, outfile })
  const running = new Set<ChildProcess>()
  const start = async (path: string): Promise<LockProcess> => {
    const child = fork(outfile, [path], { execArgv: [] })
    running.add(child)
    await once(child, 'message')
    const tell = async (message: string): Promise<unknown> => {
      const answer = once(child, 'message')
      child.send(message)
      return (await answer)[0]
    }
    const end = async (signal: NodeJS.Signals = 'SIGKILL') => {
      running.delete(child)
      const ended = once(child, 'exit')
      child.kill(signal)
      await ended
    }
    return { child, tries: async () => (await tell('try')) === true, release: () => tell('release'), end }
  }
  const removeAll = async () => {
    for (const child of running) child.kill('SIGKILL')
    await rm(folder, { recursive: true, force: true })
  }
  return { start, removeAll }
}
