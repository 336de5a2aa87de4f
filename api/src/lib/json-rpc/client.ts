import { resultOf } from './answer.ts'
import type { Ask, Dialect } from './dialect.ts'
import { type AcceptChain, cachedCheck, parseEndpoint } from './endpoint.ts'
import { postJson } from './http.ts'

/** One endpoint of one chain. */
export interface JsonRpc {
  /** The endpoint's host and port, for logs. */
  readonly host: string
  /** One call, after the endpoint's chain is verified. Throws the dialect's errors. */
  call: Ask
  /** The chain's genesis hash; undefined where the endpoint does not serve it. Throws as `call` does. */
  genesisHash: () => Promise<string | undefined>
}

export interface JsonRpcOptions {
  /** http or https, from the operator's configuration; its target is not checked here. */
  url: string
  /** The expected genesis hash, possibly of another endpoint of this chain. Undefined: the first result counts. */
  genesisHash?: string | undefined
  /**
   * Called with the first chain and with each later change, which it may accept by resolving. Undefined: a change is
   * refused.
   */
  acceptChain?: AcceptChain | undefined
  /** Milliseconds for each call: connecting, the second attempt and the body. Default: ten seconds. */
  timeoutMs?: number | undefined
  /** Maximum bytes of a response's body, decompressed. */
  maxBytes?: number | undefined
  /** Milliseconds until the endpoint's chain is verified again. */
  trustForMs?: number | undefined
}

const TIMEOUT_MS = 10_000

/** Requests to an endpoint whose chain is not verified yet. */
const createAsk = (url: URL, { timeoutMs = TIMEOUT_MS, maxBytes }: JsonRpcOptions, dialect: Dialect): Ask => {
  const { Failure, submits, writeParams = JSON.stringify } = dialect
  const options = { timeoutMs, maxBytes: maxBytes ?? dialect.maxBytes, Failure }
  let lastId = 0
  return async (method, params) => {
    const id = ++lastId
    const body = `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":${writeParams(params)}}`
    return resultOf(await postJson(url, body, method !== submits, options), { id, method, url }, dialect)
  }
}

/**
 * A client of one endpoint, over HTTP. Create it once per endpoint, because it stores the chain: before the first call, and
 * again after `trustForMs`, it verifies the genesis hash, so that no call reaches an endpoint of another chain. Redirects
 * are not followed. Throws TypeError for an address that is no endpoint, without quoting it.
 */
export const createJsonRpc = (options: JsonRpcOptions, dialect: Dialect): JsonRpc => {
  const { acceptChain, trustForMs = dialect.trustForMs } = options
  const url = parseEndpoint(options.url, dialect)
  const ask = createAsk(url, options, dialect)
  let genesis = options.genesisHash

  const check = async (): Promise<string | undefined> => {
    const seen = await dialect.readGenesis(ask, url.host)
    if (acceptChain && seen !== undefined && seen !== genesis) {
      await acceptChain(seen)
      genesis = seen
    }
    if (genesis !== undefined && seen !== genesis) throw dialect.wrongChain(url.host, seen, genesis)
    genesis ??= seen
    return genesis
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
