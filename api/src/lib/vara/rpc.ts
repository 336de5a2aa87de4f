import { resultOf } from '../json-rpc/answer.ts'
import { type AcceptChain, parseEndpoint, cachedCheck } from '../json-rpc/endpoint.ts'
import { postJson } from '../json-rpc/http.ts'
import { varaDialect } from './answer.ts'
import { malformed, VaraError } from './errors.ts'
import { isHash } from './hex.ts'

/** One endpoint of one chain. */
export interface VaraRpc {
  /** The endpoint's host and port. */
  readonly host: string
  /** The chain's genesis hash, 0x and 64 lower-case hex digits. Throws as `call` does. */
  genesisHash: () => Promise<string>
  /**
   * One JSON-RPC call, once the endpoint is known to be of this chain; bigints among the parameters are sent as numbers.
   * Throws VaraRpcError, and VaraError wrong_chain where it is another. author_submitExtrinsic is sent at most once,
   * everything else again if the connection failed.
   */
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
}

export interface VaraRpcOptions {
  /** http or https, from the operator's configuration: nothing here checks where it leads. */
  url: string
  /** The chain's, such as VARA_GENESIS_HASH. Without it, the first seen is kept. */
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

/** A block may have 5 MiB, which hex doubles. https://github.com/gear-tech/gear/blob/master/runtime/vara/src/lib.rs */
const MAX_BYTES = 12 * 1024 * 1024

const parseGenesis = (text: string | undefined): string | undefined => {
  const hash = text?.toLowerCase()
  if (hash === undefined || isHash(hash)) return hash
  throw new TypeError('A genesis hash is 0x and 64 hex digits')
}

/** A node reads a u128 from a JSON number of any length, and from nothing else; JSON.stringify has no such numbers. */
const toJson = (value: unknown): string => {
  if (typeof value === 'bigint') return String(value)
  return Array.isArray(value) ? `[${value.map(toJson).join(',')}]` : JSON.stringify(value)
}

/**
 * A client of one endpoint, over HTTP. Before the first call, and again every five minutes, it asks for the hash of block
 * 0: an endpoint of another chain is used for nothing.
 */
export const createVaraRpc = (options: VaraRpcOptions): VaraRpc => {
  const { timeoutMs = 10_000, maxBytes = MAX_BYTES, trustForMs = 300_000 } = options
  const url = parseEndpoint(options.url)
  let genesis = parseGenesis(options.genesisHash)
  let lastId = 0

  const ask = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const id = ++lastId
    const body = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${toJson(params)}}`
    const again = method !== 'author_submitExtrinsic'
    const http = await postJson(url, body, again, { timeoutMs, maxBytes, Failure: varaDialect.Failure })
    return resultOf(http, { id, method, url }, varaDialect)
  }

  const check = async (): Promise<string> => {
    const answer = await ask('chain_getBlockHash', [0])
    const seen = typeof answer === 'string' ? answer.toLowerCase() : ''
    if (!isHash(seen)) throw malformed('chain_getBlockHash')
    if (options.acceptChain && seen !== genesis) {
      await options.acceptChain(seen)
      genesis = seen
    }
    genesis ??= seen
    if (genesis === seen) return seen
    const remedy = 'nothing was signed or sent; check the configured address'
    throw new VaraError('wrong_chain', `${url.host} is an endpoint of the chain ${seen}, not of ${genesis}: ${remedy}`)
  }

  const beTrusted = cachedCheck(check, trustForMs)

  return {
    host: url.host,
    genesisHash: beTrusted,
    call: async (method, params) => {
      await beTrusted()
      return ask(method, params)
    },
  }
}
