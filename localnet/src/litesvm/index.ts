import { airdrop, type SolanaNode } from '../solana-node.ts'
import { createChain } from './chain.ts'
import { litesvmModule } from './native.ts'
import { listen } from './server.ts'

export interface LitesvmNode extends SolanaNode {
  /** Makes empty blocks at once, by default one. A blockhash is valid for 150. */
  makeBlocks: (count?: number) => void
}

/**
 * Starts a Solana chain on loopback, in this process: litesvm with the part of a node's JSON-RPC that wallets use. A
 * block follows every transaction, and an empty one every 400 ms; a block at a depth of 8 is final. Throws where
 * litesvm's package is missing, and with EADDRINUSE.
 */
export const startLitesvm = async (port = 0): Promise<LitesvmNode> => {
  const chain = createChain(litesvmModule())
  const server = await listen(chain, port).catch((error: unknown) => {
    chain.blocks.stop()
    throw error
  })
  return {
    url: server.url,
    wsUrl: server.wsUrl,
    fund: (address, lamports) => airdrop(server.url, address, lamports),
    makeBlocks: (count = 1) => {
      for (let made = 0; made < count; made += 1) chain.blocks.make()
    },
    stop: async () => {
      chain.blocks.stop()
      await server.stop()
    },
  }
}
