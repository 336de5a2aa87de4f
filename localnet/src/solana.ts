import { createRequire } from 'node:module'
import { forward } from './forward.ts'
import { callRpc } from './json-rpc.ts'
import { notInstalled, packageFor, type PlatformPackages } from './packages.ts'

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
  stop: () => void
}
interface SurfpoolModule {
  Surfnet: { startWithConfig: (config: { offline: boolean }) => Surfnet }
}

export interface SolanaNode {
  url: string
  /** Subscriptions. With a fixed port it is the next one, where clients look for it by default. */
  wsUrl: string
  /** Adds lamports to an account's balance by an airdrop: at least 890,880, what an empty account must hold. */
  fund: (address: string, lamports: bigint) => Promise<void>
  stop: () => Promise<void>
}

/** A node whose handle is collected as garbage stops; these are running. */
const running = new Set<Surfnet>()

const loadSurfpool = (): SurfpoolModule => {
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

const airdrop = async (url: string, address: string, lamports: bigint): Promise<void> => {
  // JSON carries no bigint, and a number beyond 2^53 would be another amount.
  if (lamports > BigInt(Number.MAX_SAFE_INTEGER)) throw new Error('Fund at most 2^53 - 1 lamports at a time')
  await callRpc(url, 'requestAirdrop', [address, Number(lamports)])
}

/**
 * Starts a Solana chain on loopback, in this process: surfpool (https://docs.surfpool.run) without its view of mainnet,
 * a new chain each time, one block per transaction.
 */
export const startSolana = async ({ port = 0 } = {}): Promise<SolanaNode> => {
  const surfnet = loadSurfpool().Surfnet.startWithConfig({ offline: true })
  running.add(surfnet)
  const end = () => {
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
  return { url, wsUrl, fund, stop }
}
