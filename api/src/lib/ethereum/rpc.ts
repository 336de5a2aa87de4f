import { createJsonRpc, type JsonRpc, type JsonRpcOptions } from '../json-rpc/client.ts'
import type { EvmChain } from './chains.ts'
import { evmDialect } from './dialect.ts'

/**
 * One endpoint of one chain. Calls throw EvmRpcError, and EthereumError wrong_chain for another chain. The genesis hash is 0x
 * and 64 lower-case hex digits.
 */
export interface EvmRpc extends JsonRpc {
  readonly chain: EvmChain
}

export interface EvmRpcOptions extends JsonRpcOptions {
  chain: EvmChain
}

/** A client of one endpoint of an EVM chain. It verifies the chain again every five minutes. */
export const createEvmRpc = ({ chain, genesisHash, ...options }: EvmRpcOptions): EvmRpc => ({
  chain,
  ...createJsonRpc({ ...options, genesisHash: genesisHash?.toLowerCase() }, evmDialect(chain)),
})
