// `npm run soak -- --minutes 10 --users 3 --failures-only`: users play against the development world for minutes. See README.md
// beside this file.
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from 'playwright-core'
import { launchChromium } from '../client/test/chromium.ts'
import { build } from '../tools/build.mjs'
import { onParentGone } from '../tools/children.mjs'
import { judge, type MemorySample } from './flat.ts'
import { playUntil } from './load.ts'
import { partsOf } from './measures.ts'
import { readOptions, type SoakOptions, usage, UsageError } from './options.ts'
import { readMemory } from './processes.ts'
import { createRecorder, type Recording } from './recorder.ts'
import { failuresOf, steepLinesOf, tableOf } from './report.ts'
import { startWorld, type World } from './world.ts'

const say = (line: string) => console.log(line)

/** Milliseconds. */
const MINUTE = 60_000
const MEMORY_EVERY = 2_000
const PROGRESS_EVERY = 30_000

const INTERRUPTED = 130

const every = async (milliseconds: number, signal: AbortSignal, work: () => Promise<void> | void): Promise<void> => {
  while (!signal.aborted) {
    await work()
    await wait(milliseconds, undefined, { signal }).catch(() => {})
  }
}

/** A signal that aborts after this many milliseconds, or with the other signal. */
const endAfter = (milliseconds: number, other: AbortSignal): AbortSignal => {
  const controller = new AbortController()
  const end = () => controller.abort()
  setTimeout(end, milliseconds).unref()
  if (other.aborted) end()
  other.addEventListener('abort', end)
  return controller.signal
}

const progressOf = ({ now, samples, failures }: Recording): string => {
  const sum = (values: Iterable<number>) => [...values].reduce((total, value) => total + value, 0)
  const calls = sum([...samples.values()].map(({ length }) => length))
  return `${(now() / MINUTE).toFixed(1)} min, ${calls} calls, ${sum(failures.values())} failures`
}

/** Plays until the signal or the end of the time, and prints the results. Returns the exit code. */
const play = async (world: World, browser: Browser, { recorder, options, interrupted }: Run): Promise<number> => {
  const memory: MemorySample[] = []
  const readings = async () => {
    const reading = await readMemory(world)
    if (reading) memory.push({ at: recorder.now(), memory: reading })
  }
  recorder.begin()
  const signal = endAfter(options.minutes * MINUTE, interrupted)
  signal.addEventListener('abort', recorder.close)
  await Promise.all([
    playUntil(signal, { world, recorder, browser, users: options.users }),
    every(MEMORY_EVERY, signal, readings),
    every(PROGRESS_EVERY, signal, () => say(progressOf(recorder))),
  ])
  const findings = judge(recorder, memory, partsOf(recorder.now()))
  const [failures, steepLines] = [failuresOf(findings), steepLinesOf(findings)]
  say(`\n${tableOf(findings)}\n`)
  if (!findings.isJudged) say('Too few calls in each part to judge whether latency is flat: run it longer.')
  if (memory.length === 0) say('Memory is read on Linux only.')
  for (const line of [...failures, ...steepLines]) say(line)
  if (failures.length > 0 || (steepLines.length > 0 && !options.failuresOnly)) return 1
  if (interrupted.aborted) say('Interrupted; no failure until then.')
  else say(findings.isJudged && steepLines.length === 0 ? '0 failures, and flat lines.' : '0 failures.')
  return interrupted.aborted ? INTERRUPTED : 0
}

interface Run {
  recorder: Recording
  options: SoakOptions
  interrupted: AbortSignal
}

/** Starts everything, plays, and stops everything, also after a failure. */
const soak = async (options: SoakOptions, interrupted: AbortSignal): Promise<number> => {
  await build(['generate', 'providers', 'client', 'demo', 'player-web'])
  const recorder = createRecorder((line) => console.error(line))
  const ends: (() => Promise<void>)[] = []
  try {
    const world = await startWorld(recorder.fail, interrupted)
    ends.push(world.stop)
    // A signal ends the run, which closes the browser.
    const browser = await launchChromium({ handleSIGINT: false, handleSIGTERM: false, handleSIGHUP: false })
    ends.push(() => browser.close())
    say(`Server ${world.url}, providers ${world.providersUrl}, faucet ${world.faucetUrl}`)
    return await play(world, browser, { recorder, options, interrupted })
  } finally {
    recorder.close()
    for (const end of ends.toReversed()) await end()
  }
}

const interruption = (): AbortSignal => {
  const controller = new AbortController()
  const interrupt = () => controller.abort()
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt)
  onParentGone(interrupt)
  return controller.signal
}

const run = async (): Promise<number> => {
  const interrupted = interruption()
  try {
    return await soak(readOptions(process.argv.slice(2)), interrupted)
  } catch (error) {
    if (interrupted.aborted) return INTERRUPTED
    console.error(error instanceof UsageError ? `${error.message}\n${usage}` : error)
    return error instanceof UsageError ? 2 : 1
  }
}

process.exit(await run())
