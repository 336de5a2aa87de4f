import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { type PartContext, installedClone, type Part } from './part-context.ts'
import { clone } from './clone.ts'
import { ended, nothingLeft, pause, type Program, ready, send, start, stop } from './program.ts'

/** Waits until a start has lasted so long, or has ended. */
const lasted = async ({ child }: Program, seconds: number) => {
  const end = new Promise((done) => child.once('exit', done))
  await Promise.race([end, pause(seconds * 1000)])
}

/** Interrupts the first start of a clone, then starts it again, which has to become ready. */
const interruptOnce = async ({ options }: PartContext, folder: string, seconds: number) => {
  const first = start(['npm', 'start'], { folder })
  await lasted(first, seconds)
  send(-first.pid, options.signal)
  await ended(first)
  // The database outlives a server that is killed; the next start attaches to it.
  await nothingLeft(folder, options.signal === 'SIGKILL' ? / postgres: |\/postgres -D / : undefined)
  const second = start(['npm', 'start'], { folder })
  // Where it fails, what it leaves is a consequence, which is ended after the try.
  await ready(second)
  await stop(second)
}

/** The dependencies are there: the builds, the first database and the running server are interrupted. */
export const interrupts: Part = async (context) => {
  const { signal, seconds } = context.options
  for (const second of seconds)
    await context.attempt(`${signal} after ${second} s of the first npm start, then npm start again`, () =>
      interruptOnce(context, installedClone(context, 'interrupted'), second),
    )
}

/** Nothing is installed: npm's install is interrupted too. */
export const installInterrupts: Part = async (context) => {
  const { signal, seconds } = context.options
  const folder = join(context.folder, 'interrupted-install')
  for (const second of seconds)
    await context.attempt(
      `${signal} after ${second} s of npm start in a bare clone, then npm start again`,
      async () => {
        rmSync(folder, { recursive: true, force: true })
        await interruptOnce(context, clone(folder), second)
      },
    )
}
