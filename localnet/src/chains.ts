import { createHash } from 'node:crypto'
import { devAccounts } from './dev-accounts.ts'
import { startEvm, type EvmNode } from './evm.ts'
import { deployToken, type EvmToken } from './evm-token.ts'
import type { Funded, FundedAddresses } from './faucet.ts'
import { callRpc } from './json-rpc.ts'
import { keepAlive, type KeepAliveOptions, type Revivable } from './keep-alive.ts'
import type { Mint } from './solana-mint.ts'
import { startSolana, type SolanaNode } from './solana.ts'
import { createMint, writeMetaplex } from './solana-tokens.ts'
import { startVara, type VaraNode } from './vara/index.ts'

/** 0 for any free one. Solana's subscriptions are on the port after its own. */
export interface ChainPorts {
  evm: number
  solana: number
  vara: number
  faucet: number
}

/** Where wallets and tools look for a chain of one's own. */
export const chainPorts: ChainPorts = { evm: 8545, solana: 8899, vara: 9944, faucet: 8898 }

export interface ChainsOptions {
  /** Free ones where they are left out. */
  ports?: Partial<ChainPorts>
  /** 31337 unless told. */
  evmChainId?: number
  /**
   * Nodes that are lost are started again at their ports, and this is told of it. Without it nobody looks after them.
   * Solana needs a fixed port for it.
   */
  keepAlive?: KeepAliveOptions
}

export interface Chains {
  solana: SolanaNode
  evm: EvmNode
  vara: VaraNode
  /** SPL, 6 decimals; the same address at every start. */
  mint: Mint
  /** ERC-20, 18 decimals; the same address at every start. */
  token: EvmToken
  faucetUrl: string
  /** Gives play money as the faucet does. Throws where an address is none. */
  fund: (addresses: FundedAddresses) => Promise<Funded>
  stop: () => Promise<void>
}

/** How many whole tokens the development accounts hold. */
export const DEV_TOKENS = 1_000_000n
const DEV_LAMPORTS = 1_000_000_000_000n
const mintSeed = createHash('sha256').update('openauth localnet mint').digest()

/** Started parts, the last first: what `stop` ends. */
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

/** By the development account's first transaction; minted by anvil's last account, so that the first keeps its nonce. */
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
  // litesvm writes no accounts: there the token has no name.
  if (solana.canWriteAccounts) await writeMetaplex(solana, mint.address, { name: 'Play Token', symbol: 'PLAY' })
  return mint
}

const askEvery: Record<'evm' | 'solana', string> = { evm: 'eth_chainId', solana: 'getGenesisHash' }
/** Milliseconds for an answer of a node that is looked after. */
const PATIENCE = 5_000

/** A node that is looked after: what `start` made, and what makes it again at its address. */
const revivable = <Node extends { url: string; stop: () => Promise<void> }>(
  kind: keyof typeof askEvery,
  name: string,
  node: Node,
  start: () => Promise<Node>,
  equip: (node: Node) => Promise<unknown>,
): Revivable => ({
  name: `${name} at ${node.url}`,
  ask: () => callRpc(node.url, askEvery[kind], [], PATIENCE),
  stop: node.stop,
  start: async () => {
    const again = await start()
    await equip(again)
    return again.stop
  },
})

const portOf = ({ url }: { url: string }): number => Number(new URL(url).port)

/** Replaces the ends of two nodes by those of what looks after them; a node in this process, as Vara's, is not lost. */
const lookAfter = (
  stops: Stops,
  { evm, solana }: { evm: EvmNode; solana: SolanaNode },
  options: KeepAliveOptions,
): void => {
  const { chainId } = evm
  const startEvmAgain = () => startEvm({ port: portOf(evm), chainId })
  const startSolanaAgain = () => startSolana({ port: portOf(solana) })
  const kept = [
    revivable('evm', 'The EVM chain', evm, startEvmAgain, deployFor),
    revivable('solana', 'Solana', solana, startSolanaAgain, mintFor),
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
  if (options) lookAfter(stops, chains, options)
  // The faucet takes a web server with it, which nobody else here waits for.
  const { startFaucet } = await import('./faucet-server.ts')
  const faucet = await named('the faucet', ports.faucet, kept(stops, startFaucet(chains, ports.faucet)))
  return { ...chains, faucetUrl: faucet.url, fund: faucet.fund }
}

/**
 * Starts all three chains with a token each, and a faucet for them. Throws with the port and what needs it where one is
 * taken; what was started by then is stopped.
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
