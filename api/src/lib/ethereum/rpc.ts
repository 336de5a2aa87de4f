import { resultOf } from '../json-rpc/answer.ts'
import { type AcceptChain, parseEndpoint, cachedCheck } from '../json-rpc/endpoint.ts'
import { postJson } from '../json-rpc/http.ts'
import { evmDialect } from './answer.ts'
import type { EvmChain } from './chains.ts'
import { EthereumError, EvmRpcError } from './errors.ts'
import { readQuantity } from './quantity.ts'

/** One endpoint of one chain. */
export interface EvmRpc {
  readonly chain: EvmChain
  /**
   * One JSON-RPC call, once the endpoint is known to be of this chain. Throws EvmRpcError, and EthereumError wrong_chain
   * where it is another. eth_sendRawTransaction is sent at most once, everything else again if the connection failed.
   */
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** The chain's genesis hash, 0x and 64 hex digits; undefined where the endpoint keeps no block 0. */
  genesisHash: () => Promise<string | undefined>
}

export interface EvmRpcOptions {
  /** http or https, from the operator's configuration: nothing here checks where it leads. */
  url: string
  chain: EvmChain
  /** What genesisHash gave before, perhaps of another endpoint of this chain. Without it, the first seen is kept. */
  genesisHash?: string | undefined
  /** Told of the first chain that is met, and of each later one, which then counts. Without it another chain is refused. */
  acceptChain?: AcceptChain
  /** Milliseconds for each call, body included. */
  timeoutMs?: number
  /** Bytes of an answer's body. */
  maxBytes?: number
  /** Milliseconds until the endpoint must show again which chain it is of. */
  trustForMs?: number
}

const MAX_BYTES = 4 * 1024 * 1024
const GENESIS = ['0x0', false] as const

const genesisOf = (block: unknown): string | undefined => {
  const hash: unknown = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : undefined
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash.toLowerCase() : undefined
}

/**
 * A client of one endpoint. Before the first call, and again every five minutes, it asks for the chain id and the hash of
 * block 0: an endpoint of another chain, or of a private chain that took this one's id, is used for nothing. (A fork that
 * shares its history, as Ethereum Classic does, can only be told by its chain id: EIP-155.)
 */
export const createEvmRpc = (options: EvmRpcOptions): EvmRpc => {
  const { chain, timeoutMs = 10_000, maxBytes = MAX_BYTES, trustForMs = 300_000 } = options
  const url = parseEndpoint(options.url)
  let genesis = options.genesisHash?.toLowerCase()
  let lastId = 0

  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const id = ++lastId
    const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const again = method !== 'eth_sendRawTransaction'
    const http = await postJson(url, body, again, { timeoutMs, maxBytes, Failure: evmDialect.Failure })
    return resultOf(http, { id, method, url }, evmDialect)
  }

  // Some endpoints keep recent blocks only: those are known by their chain id alone, until one has shown block 0.
  const askGenesis = async (): Promise<string | undefined> => {
    try {
      return genesisOf(await ask('eth_getBlockByNumber', GENESIS))
    } catch (error) {
      if (error instanceof EvmRpcError && error.kind === 'refused') return undefined
      throw error
    }
  }

  const check = async (): Promise<void> => {
    const [answer, seen] = await Promise.all([ask('eth_chainId', []), askGenesis()])
    const id = readQuantity(answer, 'eth_chainId')
    const wrong = (what: string) => {
      const remedy = 'nothing was signed or sent; check the configured address'
      return new EthereumError('wrong_chain', `${url.host} ${what}, not of ${chain.name} (${chain.chainId}): ${remedy}`)
    }
    if (id !== BigInt(chain.chainId)) throw wrong(`is an endpoint of chain ${id}`)
    if (options.acceptChain && seen !== undefined && seen !== genesis) {
      await options.acceptChain(seen)
      genesis = seen
    }
    if (genesis !== undefined && seen !== genesis) throw wrong('is of a chain with another first block')
    genesis ??= seen
  }

  const beTrusted = cachedCheck(check, trustForMs)

  return {
    chain,
    call: async (method, params) => {
      await beTrusted()
      return ask(method, params)
    },
    genesisHash: async () => {
      await beTrusted()
      return genesis
    },
  }
}
