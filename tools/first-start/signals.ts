import { join } from 'node:path'
import {
  builtClone,
  emptyFolder,
  type PartContext,
  hasOwnNetwork,
  inOwnNetwork,
  installedClone,
  type Part,
} from './part-context.ts'
import { ended, nothingLeft, processesIn, type Program, ready, said, send, start } from './program.ts'

/** The process that npm's shell started. */
const toolIn = ({ folder }: Program, script: string): number => {
  const found = processesIn(folder).find(({ command }) => command.includes(script) && !/^(sh|npm) /.test(command))
  if (!found) throw new Error(`no process runs ${script}`)
  return found.pid
}

/** To whom the signal goes, by what a person would say. */
const targets: Record<string, (program: Program, script: string) => number> = {
  'the process': toolIn,
  npm: ({ pid }) => pid,
  'the process group': ({ pid }) => -pid,
}

/** Started, seen to be as far as `reached` waits for, ended by SIGTERM: no process of it is left. */
const endBySigterm = async (program: Program, target: string, script: string, reached: () => Promise<unknown>) => {
  try {
    await reached()
    send(targets[target]!(program, script), 'SIGTERM')
    await ended(program)
  } finally {
    await nothingLeft(program.folder)
  }
}

const startHere = (context: PartContext) =>
  start(['npm', 'start'], {
    folder: builtClone(context),
    environment: { OPENAUTH_DATA_DIR: join(emptyFolder(context, 'signals'), 'data') },
  })

/** SIGTERM to the process, to npm and to the group, and a terminal that is closed. */
export const signals: Part = async (context) => {
  for (const target of Object.keys(targets)) {
    await context.attempt(`SIGTERM to ${target} of npm start, ready`, async () => {
      const program = startHere(context)
      await endBySigterm(program, target, 'tools/start.mjs', () => ready(program))
    })
    await context.attempt(`SIGTERM to ${target} of npm start, building`, async () => {
      const program = start(['npm', 'start'], { folder: installedClone(context, 'signalled') })
      await endBySigterm(program, target, 'tools/start.mjs', () => said(program, /Building player-web/))
    })
    if (!hasOwnNetwork) continue
    // The world of npm run dev has ports of its own, which may be in use here.
    await context.attempt(`SIGTERM to ${target} of npm run dev, ready`, async () => {
      const folder = builtClone(context)
      const program = start(inOwnNetwork(['npm', 'run', 'dev']), { folder, environment: { PORT: '5566' } })
      await endBySigterm(program, target, 'tools/dev.mjs', () => said(program, /OpenAuth is ready/))
    })
    await context.attempt(`SIGTERM to ${target} of npm run localnet, ready`, async () => {
      const program = start(inOwnNetwork(['npm', 'run', 'localnet']), { folder: builtClone(context) })
      await endBySigterm(program, target, 'src/main.ts', () => said(program, /Ctrl\+C ends/))
    })
  }
  if (!hasOwnNetwork) console.log('        unshare -n is not allowed: npm run dev and npm run localnet are left out')
  await context.attempt('the terminal of npm start is closed', async () => {
    const environment = { OPENAUTH_DATA_DIR: join(emptyFolder(context, 'terminal'), 'data') }
    const program = start(['script', '-qec', 'npm start', '/dev/null'], { folder: builtClone(context), environment })
    await ready(program)
    send(program.pid, 'SIGKILL')
    await nothingLeft(program.folder)
  })
}
