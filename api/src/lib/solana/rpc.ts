import type { z } from 'zod'
import { createJsonRpc, type JsonRpcOptions } from '../json-rpc/client.ts'
import { malformedAnswer } from '../json-rpc/dialect.ts'
import { solanaDialect } from './dialect.ts'

/** `getGenesisHash` of the public clusters: https://solana.com/docs/references/clusters */
export const GENESIS_HASHES = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
} as const

export interface SolanaRpcOptions extends Omit<JsonRpcOptions, 'trustForMs'> {
  /** Milliseconds after which the endpoint's chain is verified again. */
  recheckMs?: number | undefined
}

export interface SolanaRpc {
  /** Host for logs. */
  host: string
  /** The chain's genesis hash, base58. */
  chain: () => Promise<string>
  /** One JSON-RPC call, its result parsed by `result`, after the endpoint's chain is verified. Throws SolanaRpcError. */
  call: <Result>(method: string, params: unknown[], result: z.ZodType<Result>) => Promise<Result>
}

/** A client of one endpoint. It verifies the chain again every ten minutes. */
export const createSolanaRpc = ({ recheckMs, ...options }: SolanaRpcOptions): SolanaRpc => {
  const { host, call, genesisHash } = createJsonRpc({ ...options, trustForMs: recheckMs }, solanaDialect)
  return {
    host,
    // Its endpoints all serve the genesis hash, or the dialect throws.
    chain: genesisHash as () => Promise<string>,
    call: async (method, params, result) => {
      const parsed = result.safeParse(await call(method, params))
      if (parsed.success) return parsed.data
      throw malformedAnswer(solanaDialect, host, method)
    },
  }
}
