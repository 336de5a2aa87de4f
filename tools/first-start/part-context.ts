// What a part of the tries needs: clones, folders and networks below the temp directory, created when the first part asks.
import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { clone, linkModules, reset } from './clone.ts'
import { ended, type Program, type ProgramOptions, start } from './program.ts'
import type { Attempt } from './tries.ts'

export interface Options {
  /** The seconds of a start after which it is interrupted. */
  seconds: number[]
  /** What interrupts it: as ctrl-C does, or without warning. */
  signal: NodeJS.Signals
}

export interface PartContext {
  /** Every clone and download is below it. Others may enter it. */
  folder: string
  options: Options
  attempt: Attempt
}

export type Part = (context: PartContext) => Promise<void>

/** The user that owns nothing, as whom root tries a checkout that is not its own. https://wiki.debian.org/SystemGroups */
export const NOBODY = 65_534

export const isRoot = process.getuid?.() === 0

/** A clone of its own, installed by hard links; reset where it is there already. */
export const installedClone = ({ folder }: PartContext, name: string): string => {
  const path = join(folder, name)
  return existsSync(path) ? reset(path) : linkModules(clone(path))
}

/** A clone that an earlier start has built and that has no data. */
export const builtClone = ({ folder }: PartContext): string => {
  const path = join(folder, 'built')
  if (existsSync(path)) return path
  linkModules(clone(path))
  const steps = ['generate', 'providers', 'client', 'api', 'cli', 'player-web', 'desktop']
  execFileSync(process.execPath, ['tools/build.mjs', ...steps], { cwd: path, stdio: 'ignore' })
  return path
}

/** An empty folder that whoever runs the tries may write in, and everybody may enter. */
export const emptyFolder = ({ folder }: PartContext, name: string): string => {
  const path = join(folder, `${name}-${Math.random().toString(36).slice(2, 8)}`)
  mkdirSync(path)
  chmodSync(path, 0o755)
  return path
}

/** Fetches a package of the registry, and answers the folder that its content is in. */
export const download = (context: PartContext, name: string): string => {
  const path = join(context.folder, 'packages', name.replace(/\W+/g, '-'))
  if (existsSync(path)) return path
  mkdirSync(path, { recursive: true })
  const packed = execFileSync('npm', ['pack', '--silent', name], { cwd: path, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', packed, '--strip-components=1'], { cwd: path })
  return path
}

/** Whether this user may make a network of its own that has nothing but loopback. */
export const hasOwnNetwork = spawnSync('unshare', ['-n', 'ip', 'link', 'set', 'lo', 'up']).status === 0

/** A command in such a network. It is the same process. */
export const inOwnNetwork = (command: string[]): string[] => [
  'unshare',
  '-n',
  'sh',
  '-c',
  'ip link set lo up && exec "$@"',
  'sh',
  ...command,
]

/** A command that has to succeed, such as an install. */
export const runToEnd = async (command: string[], options: ProgramOptions): Promise<Program> => {
  const program = start(command, options)
  const code = await ended(program)
  if (code !== 0) throw new Error(`${command.join(' ')} ended with ${code}:\n${program.output().slice(-2000)}`)
  return program
}
