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
   * One JSON-RPC call, after the endpoint's chain is verified; bigints among the parameters are sent as numbers. Throws
   * VaraRpcError, and VaraError wrong_chain for another chain. author_submitExtrinsic is sent at most once; other calls
   * are retried if the connection fails.
   */
  call: (method: string, params: readonly unknown[]) => Promise<unknown>
}

export interface VaraRpcOptions {
  /** http or https, from the operator's configuration; its target is not checked here. */
  url: string
  /** The chain's genesis hash, such as VARA_GENESIS_HASH. Undefined: the first result counts. */
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

/** A block may have 5 MiB, which hex doubles. https://github.com/gear-tech/gear/blob/master/runtime/vara/src/lib.rs */
const MAX_BYTES = 12 * 1024 * 1024

const parseGenesis = (text: string | undefined): string | undefined => {
  const hash = text?.toLowerCase()
  if (hash === undefined || isHash(hash)) return hash
  throw new TypeError('A genesis hash is 0x and 64 hex digits')
}

/** A node accepts a u128 only as a JSON number of any length, which JSON.stringify cannot write. */
const toJson = (value: unknown): string => {
  if (typeof value === 'bigint') return String(value)
  return Array.isArray(value) ? `[${value.map(toJson).join(',')}]` : JSON.stringify(value)
}

/**
 * A client of one endpoint, over HTTP. Before the first call, and again every five minutes, it verifies the hash of
 * block 0, and refuses an endpoint of another chain.
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
    throw new VaraError('wrong_chain', `${url.host} serves the chain ${seen}, not ${genesis}: ${remedy}`)
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
