import { readdir, readFile } from 'node:fs/promises'
import type { World } from './world.ts'

/** Megabytes of each program, by its name. */
export type Memory = Record<string, number>

interface Process {
  pid: number
  parent: number
  command: string
}

const readProcess = async (pid: number): Promise<Process | undefined> => {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'latin1'),
      readFile(`/proc/${pid}/cmdline`, 'latin1'),
    ])
    // The name in parentheses may contain spaces and parentheses.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { pid, parent: Number(parent), command: command.replaceAll('\0', ' ') }
  } catch {
    return undefined
  }
}

const allProcesses = async (): Promise<Process[]> => {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number)
  return (await Promise.all(pids.map(readProcess))).filter((process) => process !== undefined)
}

/**
 * The process's share of memory: shared pages are divided among processes.
 * https://docs.kernel.org/filesystems/proc.html (smaps_rollup)
 */
const proportional = (text: string): number => Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1] ?? 0)

const megabytesOf = async ({ pid }: Process): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, 'latin1').catch(() => '')
  return proportional(text) / 1024
}

const isBelow = (processes: Process[], { parent }: Process, ancestor: number): boolean => {
  if (parent === ancestor) return true
  const above = processes.find(({ pid }) => pid === parent)
  return above !== undefined && isBelow(processes, above, ancestor)
}

/** The processes of each program. */
const programsOf = (processes: Process[], { serverPid, localnetPid }: World): Record<string, Process[]> => {
  const at = (id: number) => processes.filter(({ pid }) => pid === id)
  const below = (id: number, words: string) =>
    processes.filter((process) => process.command.includes(words) && isBelow(processes, process, id))
  return {
    server: at(serverPid),
    signer: below(serverPid, 'signer'),
    'PostgreSQL, all processes': below(serverPid, 'postgres'),
    'localnet: providers, Solana, Vara': at(localnetPid),
    'localnet: EVM chain': below(localnetPid, 'anvil'),
  }
}

/** The memory of each program; undefined where the system does not tell, as outside Linux. */
export const readMemory = async (world: World): Promise<Memory | undefined> => {
  if (process.platform !== 'linux') return undefined
  const programs = programsOf(await allProcesses(), world)
  const sums = Object.entries(programs).map(async ([name, processes]): Promise<[string, number]> => {
    const each = await Promise.all(processes.map(megabytesOf))
    return [name, each.reduce((sum, one) => sum + one, 0)]
  })
  return Object.fromEntries(await Promise.all(sums))
}
