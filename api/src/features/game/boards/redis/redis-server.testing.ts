import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../../testing.ts'

/** A Redis of the test's own, which it may stop and start again. */
export interface OwnRedis {
  port: number
  url: string
  start: () => Promise<void>
  /** Ends it without a word; what it had is lost. */
  kill: () => Promise<void>
  remove: () => Promise<void>
}

const answers = (port: number) =>
  new Promise<boolean>((tell) => {
    const socket = connect({ host: '127.0.0.1', port })
    const done = (answer: boolean) => {
      socket.destroy()
      tell(answer)
    }
    socket.once('connect', () => done(true)).once('error', () => done(false))
  })

/** Makes a Redis on a free port, by the `redis-server` on PATH. It keeps nothing on disk but a cluster's own file. */
export const ownRedis = async (...options: string[]): Promise<OwnRedis> => {
  const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), 'openauth-redis-'))]
  let child: ChildProcess | undefined
  const kill = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  return {
    port,
    url: `redis://127.0.0.1:${port}`,
    start: async () => {
      const fixed = ['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no', '--dir', folder]
      child = spawn('redis-server', [...fixed, ...options], { stdio: 'ignore' })
      await once(child, 'spawn')
      while (!(await answers(port))) await sleep(20)
    },
    kill,
    remove: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
