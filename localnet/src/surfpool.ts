import { createRequire } from 'node:module'
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

/** What is used of https://github.com/solana-foundation/surfpool/blob/main/crates/sdk-node/src/lib.rs */
interface Surfnet {
  rpcUrl: string
  wsUrl: string
  /** Takes what happened since the last call out of the node's channel. */
  drainEvents: () => unknown[]
  stop: () => void
}
export interface SurfpoolModule {
  Surfnet: {
    startWithConfig: (config: { offline: boolean; blockProductionMode?: 'clock'; slotTimeMs?: number }) => Surfnet
  }
}

/** The node halts for good once its channel of about a thousand events, one a slot at least, is full. Milliseconds. */
const DRAIN_EVERY = 200

/** A node whose handle is collected as garbage stops; these are running. */
const running = new Set<Surfnet>()

/** Throws where there is no package for this platform, or it is not installed. */
export const loadSurfpool = (): SurfpoolModule => {
  const name = packageFor('surfpool', packages)
  try {
    return createRequire(import.meta.url)(name) as SurfpoolModule
  } catch (cause) {
    throw notInstalled('surfpool', name, VERSION, cause)
  }
}

const portOf = (url: string): number => Number(new URL(url).port)

/** Surfpool picks its ports itself: fixed ones are passed on to them. */
const onFixedPorts = async (surfnet: Surfnet, port: number) => {
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
export const startSurfpool = async (
  { Surfnet }: SurfpoolModule,
  port: number,
  slotTimeMs?: number,
): Promise<SolanaNode> => {
  const clock = slotTimeMs === undefined ? {} : { blockProductionMode: 'clock' as const, slotTimeMs }
  const surfnet = Surfnet.startWithConfig({ offline: true, ...clock })
  running.add(surfnet)
  const draining = setInterval(() => surfnet.drainEvents(), DRAIN_EVERY).unref()
  const end = () => {
    clearInterval(draining)
    if (running.delete(surfnet)) surfnet.stop()
  }
  const direct = { url: surfnet.rpcUrl, wsUrl: surfnet.wsUrl, release: async () => {} }
  const { url, wsUrl, release } = await (port === 0
    ? direct
    : onFixedPorts(surfnet, port).catch((error: unknown) => {
        end()
        throw error
      }))
  const fund = (address: string, lamports: bigint) => airdrop(url, address, lamports)
  const stop = async () => {
    await release()
    end()
  }
  return { url, wsUrl, fund, canWriteAccounts: true, stop }
}
