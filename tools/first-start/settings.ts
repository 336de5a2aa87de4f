import { join } from 'node:path'
import { readSettings, settingNames } from '../../api/src/env.ts'
import { builtClone, emptyFolder, type PartContext, type Part } from './part-context.ts'
import { ready, refusal, start, stop } from './program.ts'

/** A setting wrong in five ways. An empty one is tried with all others: it counts as one that is not set. */
const wrongs: [way: string, value: string][] = [
  ['of a wrong type', 'true'],
  ['out of range', '-99999999999999999999'],
  ['with an unknown word', 'nonesuch'],
  ['with control characters', 'http://127.0.0.1/\u0001\n\u001b[31m'],
  ['of ten thousand characters', 'x'.repeat(10_000)],
]

/** Whether the settings by themselves allow the value: then only what it stands for can refuse it. */
const isAllowed = (name: string, value: string): boolean => {
  try {
    readSettings({ NODE_ENV: 'production', [name]: value })
    return true
  } catch {
    return false
  }
}

const serve = (context: PartContext, environment: Record<string, string>) => {
  const program = join(builtClone(context), 'api/dist/main.js')
  // Paths of a try are below a folder that no other try has written in.
  return start([process.execPath, program], { folder: emptyFolder(context, 'place'), environment })
}

/** Starts, and is ready or says in a line what it lacks. */
const readyOrRefused = async (context: PartContext, environment: Record<string, string>) => {
  const program = serve(context, environment)
  const isReady = await ready(program).then(
    () => true,
    () => false,
  )
  if (isReady) await stop(program)
  else await refusal(program, /./)
}

/** The line that refuses a value: what it must be, or what must be set beside it. */
const refusalOf = (name: string) => new RegExp(`^ {2}(${name}: must .{3,}|\\w+: must be set, since ${name} is)$`, 'm')

/** Each setting wrong, each in five ways. */
export const settings: Part = async (context) => {
  const data = emptyFolder(context, 'settings')
  const place = { OPENAUTH_DATA_DIR: join(data, 'data') }
  await context.attempt('every setting empty', async () => {
    const empty = Object.fromEntries(settingNames.map((name) => [name, '']))
    const program = serve(context, { ...empty, ...place, PORT: '0' })
    await ready(program).finally(() => stop(program))
  })
  for (const name of settingNames)
    for (const [way, value] of wrongs)
      await context.attempt(`${name} ${way}`, () =>
        isAllowed(name, value)
          ? readyOrRefused(context, { ...place, [name]: value })
          : refusal(serve(context, { ...place, [name]: value }), refusalOf(name)),
      )
}
