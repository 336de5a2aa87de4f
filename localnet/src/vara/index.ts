import { randomBytes } from 'node:crypto'
import { u8aToHex } from '@polkadot/util'
import { cryptoWaitReady, decodeAddress } from '@polkadot/util-crypto'
import { accountIn } from './accounts.ts'
import { createChain, type Chain } from './chain.ts'
import { varaDevAccount } from './dev-account.ts'
import { createFaults, type VaraFault } from './faults.ts'
import type { VaraMessage } from './gear.ts'
import { VARA } from './parameters.ts'
import { createPool } from './pool.ts'
import type { Core } from './rpc/method.ts'
import { listen } from './server.ts'

export { varaDevAccount } from './dev-account.ts'
export type { VaraFault } from './faults.ts'
export type { VaraMessage } from './gear.ts'

export interface VaraNode {
  /** HTTP and WebSocket JSON-RPC answer on the same port. */
  url: string
  wsUrl: string
  genesisHash: string
  /** Adds planck to an account's balance, in a block of its own. An account must hold 1 VARA at least. */
  fund: (address: string, planck: bigint) => Promise<void>
  /** What an account may spend, in planck. */
  balanceOf: (address: string) => bigint
  /** The nonce on the chain: what is pending does not count. */
  nonceOf: (address: string) => number
  /** The Gear messages of all blocks, oldest first. */
  messages: () => VaraMessage[]
  /** Has something go wrong, from now on. */
  set: (fault: VaraFault) => void
  /** Has nothing go wrong any more. */
  clear: () => void
  /** Leaves what is submitted pending until `releaseBlocks`. */
  holdBlocks: () => void
  releaseBlocks: () => void
  /** Makes blocks at once, by default one. While blocks are held, they are empty. */
  makeBlocks: (count?: number) => void
  stop: () => Promise<void>
}

const DEV_FUNDS = 10_000n * VARA

const idOf = (address: string): string => u8aToHex(decodeAddress(address))
const endowed = () => ({ [idOf(varaDevAccount)]: DEV_FUNDS })

const coreOf = (chain: Chain): Core => ({ chain, pool: createPool(chain) })

/** Makes a chain as high as another has become. */
const raise = (core: Core, height: number): Core => {
  while (core.chain.head().number < height) core.pool.makeBlock()
  return core
}

/**
 * Starts a Vara chain on loopback, in this process: a Substrate node's JSON-RPC over a runtime with the parts of System,
 * Balances and Gear that wallets use. What is submitted is decoded by the metadata that clients get, and its signature,
 * era, nonce and fee are checked as Substrate does; blocks follow submissions, and are final at once. Programs do not run.
 */
export const startVara = async ({ port = 0 }: { port?: number } = {}): Promise<VaraNode> => {
  await cryptoWaitReady()
  // A restarted node is another chain: it refuses transactions that were signed for an earlier run.
  const core = coreOf(createChain({ endowed: endowed(), salt: `0x${randomBytes(16).toString('hex')}` }))
  const { chain, pool } = core
  // Answers for the fault `fork`: nobody else submits to it.
  const fork = coreOf(createChain({ endowed: endowed(), salt: '0x01' }))
  const faults = createFaults()
  const server = await listen({ core, otherCore: () => raise(fork, chain.head().number), faults }, port)
  return {
    url: `http://127.0.0.1:${server.port}`,
    wsUrl: `ws://127.0.0.1:${server.port}`,
    genesisHash: chain.genesisHash,
    fund: async (address, planck) => void chain.fund(idOf(address), planck),
    balanceOf: (address) => accountIn(chain.view(), idOf(address)).free,
    nonceOf: (address) => accountIn(chain.view(), idOf(address)).nonce,
    messages: () => [...chain.messages],
    set: faults.set,
    clear: faults.clear,
    holdBlocks: pool.hold,
    releaseBlocks: pool.release,
    makeBlocks: (count = 1) => {
      for (let made = 0; made < count; made += 1) pool.makeBlock()
    },
    stop: async () => {
      pool.stop()
      fork.pool.stop()
      await server.stop()
    },
  }
}
