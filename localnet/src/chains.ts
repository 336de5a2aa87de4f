import { createHash } from 'node:crypto'
import { devAccounts } from './dev-accounts.ts'
import { startEvm, type EvmNode } from './evm.ts'
import { deployToken, type EvmToken } from './evm-token.ts'
import type { Funded, FundedAddresses, FundedChains } from './funded.ts'
import { callRpc } from './json-rpc.ts'
import { keepAlive, type KeepAliveOptions, type RestartableNode } from './keep-alive.ts'
import type { Mint } from './solana-mint.ts'
import { startSolana, type SolanaNode } from './solana.ts'
import { createMint, writeMetaplex } from './solana-tokens.ts'
import { startVara } from './vara/index.ts'

/** 0 for any free port. Solana's subscriptions are on the port after its own. */
export interface ChainPorts {
  evm: number
  solana: number
  vara: number
  faucet: number
}

/** The ports at which wallets and tools expect a local chain. */
export const chainPorts: ChainPorts = { evm: 8545, solana: 8899, vara: 9944, faucet: 8898 }

interface ChainsOptions {
  /** Ports that are left out are free ones. */
  ports?: Partial<ChainPorts>
  /** The default is 31337. */
  evmChainId?: number
  /**
   * Restarts nodes that end or hang, at their ports, and is called with a line about each. Without it they are not
   * restarted. Solana needs a fixed port for it.
   */
  keepAlive?: KeepAliveOptions
}

export interface Chains extends FundedChains {
  faucetUrl: string
  /** Fills addresses up with play money, as the faucet does. Throws for an invalid address. */
  fund: (addresses: FundedAddresses) => Promise<Funded>
  stop: () => Promise<void>
}

/** Whole tokens that each development account holds. */
export const DEV_TOKENS = 1_000_000n
const DEV_LAMPORTS = 1_000_000_000_000n
const mintSeed = createHash('sha256').update('openauth localnet mint').digest()

/** What `stop` ends: the started parts, the last first. */
type Stops = (() => Promise<void>)[]

const named = async <T>(what: string, port: number, start: Promise<T>): Promise<T> => {
  try {
    return await start
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException
    if (code !== 'EADDRINUSE' && !/address already in use/i.test(message)) throw cause
    const hint = 'Is npm run localnet or npm run dev running already?'
    throw new Error(`Port ${port}, which ${what} needs, is in use. ${hint}`, { cause })
  }
}

const kept = async <T extends { stop: () => Promise<void> }>(stops: Stops, starting: Promise<T>): Promise<T> => {
  const started = await starting
  stops.unshift(started.stop)
  return started
}

/**
 * Deployed by the first transaction of the development account, so that the address is always the same. Anvil's last
 * account mints, so that the first keeps its nonce.
 */
const deployFor = async (evm: EvmNode): Promise<EvmToken> => {
  const minter = ((await callRpc(evm.url, 'eth_accounts', [])) as string[]).at(-1)!
  const token = await deployToken(evm.url, { decimals: 18, minter, name: 'Play Token', symbol: 'PLAY' })
  await token.mint(devAccounts.evm.address, DEV_TOKENS * 10n ** 18n)
  return token
}

const mintFor = async (solana: SolanaNode): Promise<Mint> => {
  const { address } = devAccounts.solana
  await solana.fund(address, DEV_LAMPORTS)
  const mint = await createMint(solana, { decimals: 6, seed: mintSeed, holders: { [address]: DEV_TOKENS * 10n ** 6n } })
  // litesvm cannot write accounts, so that the token has no name there.
  if (solana.canWriteAccounts) await writeMetaplex(solana, mint.address, { name: 'Play Token', symbol: 'PLAY' })
  return mint
}

const checkMethods: Record<'evm' | 'solana', string> = { evm: 'eth_chainId', solana: 'getGenesisHash' }
/** How long a monitored node may take for an answer. Milliseconds. */
const ANSWER_TIMEOUT = 5_000

/** A monitored node: how to ask it, and how to start it again at its address. */
const monitored = <Node extends { url: string; stop: () => Promise<void> }>(
  kind: keyof typeof checkMethods,
  name: string,
  node: Node,
  start: () => Promise<Node>,
  equip: (node: Node) => Promise<unknown>,
): RestartableNode => ({
  name: `${name} at ${node.url}`,
  ask: () => callRpc(node.url, checkMethods[kind], [], ANSWER_TIMEOUT),
  stop: node.stop,
  start: async () => {
    const again = await start()
    await equip(again)
    return again.stop
  },
})

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

/**
 * Replaces the `stop` of two nodes by that of their monitors. Vara's node runs in this process and is not monitored.
 */
const monitor = (
  stops: Stops,
  { evm, solana }: { evm: EvmNode; solana: SolanaNode },
  options: KeepAliveOptions,
): void => {
  const { chainId } = evm
  const restartEvm = () => startEvm({ port: portOf(evm), chainId })
  const restartSolana = () => startSolana({ port: portOf(solana) })
  const kept = [
    monitored('evm', 'The EVM chain', evm, restartEvm, deployFor),
    monitored('solana', 'Solana', solana, restartSolana, mintFor),
  ].map((node) => keepAlive(node, options))
  stops.splice(0, stops.length, ...kept, ...stops.filter((stop) => stop !== evm.stop && stop !== solana.stop))
}

const startAll = async (stops: Stops, ports: ChainPorts, { evmChainId, keepAlive: options }: ChainsOptions) => {
  const chainId = evmChainId === undefined ? {} : { chainId: evmChainId }
  const evm = await named('the EVM chain', ports.evm, kept(stops, startEvm({ port: ports.evm, ...chainId })))
  const solana = await named('Solana', ports.solana, kept(stops, startSolana({ port: ports.solana })))
  const vara = await named('Vara', ports.vara, kept(stops, startVara({ port: ports.vara })))
  const [token, mint] = await Promise.all([deployFor(evm), mintFor(solana)])
  const chains = { evm, solana, vara, token, mint }
  if (options) monitor(stops, chains, options)
  // Imported here, because the faucet brings a web server that no other part needs.
  const { startFaucet } = await import('./faucet-server.ts')
  const faucet = await named('the faucet', ports.faucet, kept(stops, startFaucet(chains, ports.faucet)))
  return { ...chains, faucetUrl: faucet.url, fund: faucet.fund }
}

/**
 * Starts all three chains with a token each, and their faucet. Throws with the port and its user where a port is
 * taken, after stopping the parts that were started.
 */
export const startChains = async (options: ChainsOptions = {}): Promise<Chains> => {
  const stops: Stops = []
  const stop = async () => void (await Promise.all(stops.splice(0).map((end) => end())))
  try {
    const all = { evm: 0, solana: 0, vara: 0, faucet: 0, ...options.ports }
    return { ...(await startAll(stops, all, options)), stop }
  } catch (error) {
    await stop()
    throw error
  }
}
