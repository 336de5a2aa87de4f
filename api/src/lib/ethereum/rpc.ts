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
   * One JSON-RPC call, after the endpoint's chain is verified. Throws EvmRpcError, and EthereumError wrong_chain for
   * another chain. eth_sendRawTransaction is sent at most once; other calls are retried if the connection fails.
   */
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
  /** The chain's genesis hash, 0x and 64 hex digits; undefined where the endpoint does not serve block 0. */
  genesisHash: () => Promise<string | undefined>
}

export interface EvmRpcOptions {
  /** http or https, from the operator's configuration; its target is not checked here. */
  url: string
  chain: EvmChain
  /**
   * The result of an earlier genesisHash, possibly of another endpoint of this chain. Undefined: the first result
   * counts.
   */
  genesisHash?: string | undefined
  /**
   * Called with the first chain and with each later change, which it may accept by resolving. Undefined: a change is
   * refused.
   */
  acceptChain?: AcceptChain
  /** Milliseconds for each call, body included. */
  timeoutMs?: number
  /** Maximum bytes of a response's body. */
  maxBytes?: number
  /** Milliseconds until the endpoint's chain is verified again. */
  trustForMs?: number
}

const MAX_BYTES = 4 * 1024 * 1024
const GENESIS = ['0x0', false] as const

const genesisOf = (block: unknown): string | undefined => {
  const hash: unknown = typeof block === 'object' && block !== null && 'hash' in block ? block.hash : undefined
  return typeof hash === 'string' && /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash.toLowerCase() : undefined
}

/**
 * A client of one endpoint. Before the first call, and again every five minutes, it verifies the chain id and the hash
 * of block 0, and refuses an endpoint of another chain, or of a private chain that uses the same id. (A fork that
 * shares its history, such as Ethereum Classic, differs only in its chain id: EIP-155.)
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

  // Some endpoints serve only recent blocks. Only their chain id is checked until one serves block 0.
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
    if (id !== BigInt(chain.chainId)) throw wrong(`serves chain ${id}`)
    if (options.acceptChain && seen !== undefined && seen !== genesis) {
      await options.acceptChain(seen)
      genesis = seen
    }
    if (genesis !== undefined && seen !== genesis) throw wrong('serves a chain with another genesis block')
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
