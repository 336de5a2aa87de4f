import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { forward } from './forward.ts'
import { notInstalled, packageFor, type PlatformPackages } from './packages.ts'
import { airdrop, type SolanaNode } from './solana-node.ts'

const VERSION = '1.5.0'

/** The umbrella package only chooses among these, so the one of the platform is loaded itself. */
const packages: PlatformPackages = {
  'linux-x64': '@solana/surfpool-linux-x64-gnu',
  'darwin-x64': '@solana/surfpool-darwin-x64',
  'darwin-arm64': '@solana/surfpool-darwin-arm64',
}

/** Where a node listens. */
interface Listening {
  rpcUrl: string
  wsUrl: string
}

/** The path of surfpool's package. Throws where there is none for this platform, or it is not installed. */
export const findSurfpool = (): string => {
  const name = packageFor('surfpool', packages)
  try {
    return createRequire(import.meta.url).resolve(name)
  } catch (cause) {
    throw notInstalled('surfpool', name, VERSION, cause)
  }
}

/** A node in a process of its own, with the part of its configuration that is used, of https://github.com/solana-foundation/surfpool/blob/main/crates/sdk-node/src/lib.rs */
const forkSurfpool = async (
  path: string,
  config: { offline: boolean; blockProductionMode?: 'clock'; slotTimeMs?: number },
): Promise<Listening & { child: ChildProcess }> => {
  const program = fileURLToPath(new URL('surfpool-process.mjs', import.meta.url))
  const child = fork(program, { execArgv: [], stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(() => [{ error: 'surfpool ended before it listened' }])
  child.send({ path, config })
  const [answer] = (await Promise.race([once(child, 'message'), ended])) as [Listening | { error: string }]
  if ('error' in answer) {
    child.kill()
    throw new Error(`surfpool does not start: ${answer.error}`)
  }
  // It ends with the channel to it; neither keeps this process running.
  child.unref()
  child.channel?.unref()
  return { ...answer, child }
}

const portOf = (url: string): number => Number(new URL(url).port)

/** Surfpool picks its ports itself: fixed ones are passed on to them. */
const onFixedPorts = async (surfnet: Listening, port: number) => {
  const endHttp = await forward(port, portOf(surfnet.rpcUrl))
  const endWs = await forward(port + 1, portOf(surfnet.wsUrl)).catch(async (error: unknown) => {
    await endHttp()
    throw error
  })
  return {
    url: `http://127.0.0.1:${port}`,
    wsUrl: `ws://127.0.0.1:${port + 1}`,
    release: async () => void (await Promise.all([endHttp(), endWs()])),
  }
}

/** Starts surfpool without its view of mainnet; on ports of its own choice where `port` is 0. */
export const startSurfpool = async (path: string, port: number, slotTimeMs?: number): Promise<SolanaNode> => {
  const clock = slotTimeMs === undefined ? {} : { blockProductionMode: 'clock' as const, slotTimeMs }
  const { child, ...surfnet } = await forkSurfpool(path, { offline: true, ...clock })
  const end = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  const direct = { url: surfnet.rpcUrl, wsUrl: surfnet.wsUrl, release: async () => {} }
  const { url, wsUrl, release } = await (port === 0
    ? direct
    : onFixedPorts(surfnet, port).catch(async (error: unknown) => {
        await end()
        throw error
      }))
  const fund = (address: string, lamports: bigint) => airdrop(url, address, lamports)
  const stop = async () => {
    await release()
    await end()
  }
  return { url, wsUrl, fund, canWriteAccounts: true, stop }
}
