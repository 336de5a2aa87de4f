import { litesvmModule } from './litesvm/native.ts'
import type { SolanaNode } from './solana-node.ts'
import { findSurfpool, startSurfpool } from './surfpool.ts'

export type { SolanaNode } from './solana-node.ts'

interface SolanaOptions {
  /** 0 for any free one. */
  port?: number
  /**
   * surfpool (https://docs.surfpool.run) is a whole node; litesvm (https://www.litesvm.com) is the same virtual machine
   * behind an RPC of our own. Without a choice surfpool, and litesvm where surfpool's package is missing.
   */
  engine?: 'surfpool' | 'litesvm'
  /** Milliseconds of a slot; surfpool alone has a clock that can be set. */
  slotTimeMs?: number
}

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error))

/** The path of surfpool, or undefined where litesvm has to stand in. Throws with both reasons where neither is there. */
const surfpoolUnlessMissing = (): string | undefined => {
  try {
    return findSurfpool()
  } catch (error) {
    try {
      litesvmModule()
    } catch (cause) {
      throw new Error(`${messageOf(error)}\n${messageOf(cause)}`, { cause })
    }
    return undefined
  }
}

/**
 * Starts a Solana chain on loopback, which ends with this process: a new chain each time, a block per transaction. Throws where the
 * platform has no engine or its package is missing, and with EADDRINUSE where the port, or the next one, is taken.
 */
export const startSolana = async ({ port = 0, engine, slotTimeMs }: SolanaOptions = {}): Promise<SolanaNode> => {
  const surfpool = engine === 'litesvm' ? undefined : engine ? findSurfpool() : surfpoolUnlessMissing()
  if (surfpool) return startSurfpool(surfpool, port, slotTimeMs)
  // It takes web3.js and spl-token with it, which whoever has surfpool does not wait for.
  const { startLitesvm } = await import('./litesvm/index.ts')
  return startLitesvm(port)
}
