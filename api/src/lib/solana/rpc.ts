import { z } from 'zod'
import type { AcceptChain } from '../json-rpc/endpoint.ts'
import { SolanaRpcError, type SolanaRpcErrorKind } from './errors.ts'
import { type Endpoint, post } from './rpc-http.ts'

/** `getGenesisHash` of the public clusters: https://solana.com/docs/references/clusters */
export const GENESIS_HASHES = {
  mainnet: '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d',
  devnet: 'EtWTRABZaYq6iMfeYKouRu166VU2xqa1wcaWoxPkrZBG',
  testnet: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
} as const

export interface SolanaRpcOptions {
  /** An address from the server's own list; its target is not checked here. */
  url: string
  /** The expected `getGenesisHash`; without it, the first response counts. */
  genesisHash?: string
  /**
   * Called with the first chain and with each later change, which it may accept by resolving. Undefined: a change is
   * refused.
   */
  acceptChain?: AcceptChain
  /** Milliseconds for a whole call: connecting, the second attempt and the body. */
  timeoutMs?: number
  /** Maximum bytes of a response, decompressed. */
  maxBytes?: number
  /** Milliseconds after which the endpoint's chain is verified again. */
  recheckMs?: number
}

export interface SolanaRpc {
  /** Host for logs. */
  host: string
  /** The chain's genesis hash, base58. */
  chain: () => Promise<string>
  /** One JSON-RPC call, its result parsed by `result`, after the endpoint's chain is verified. */
  call: <Result>(method: string, params: unknown[], result: z.ZodType<Result>) => Promise<Result>
}

const answerSchema = z.object({
  jsonrpc: z.literal('2.0'),
  id: z.union([z.number(), z.string(), z.null()]).optional(),
  result: z.unknown().optional(),
  error: z.object({ code: z.number(), message: z.string() }).optional(),
})

/** https://github.com/anza-xyz/agave/blob/master/rpc-client-types/src/custom_error.rs; several providers use -32429. */
const kindOf = (code: number): SolanaRpcErrorKind => {
  if (code === 429 || code === -32429) return 'rate_limited'
  // Node unhealthy, block status not yet available, minimum context slot not reached, internal error.
  return [-32005, -32014, -32016, -32603].includes(code) ? 'unavailable' : 'refused'
}

const parseJson = (body: string): unknown => {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}

const callOnce = async <Result>(
  endpoint: Endpoint,
  id: number,
  method: string,
  params: unknown[],
  result: z.ZodType<Result>,
): Promise<Result> => {
  const body = JSON.stringify({ jsonrpc: '2.0', id, method, params })
  const answer = answerSchema.safeParse(parseJson(await post(endpoint, body, method !== 'sendTransaction')))
  const malformed = (what: string) =>
    new SolanaRpcError('malformed', `${endpoint.host} answered ${method} with ${what}`)
  if (!answer.success) throw malformed('something other than JSON-RPC 2.0')
  const { error } = answer.data
  if (error) {
    const message = `${endpoint.host} refused ${method}: ${endpoint.withoutSecrets(error.message)} (${error.code})`
    throw new SolanaRpcError(kindOf(error.code), message, error.code)
  }
  if (answer.data.id !== id) throw malformed('the response to another call')
  const parsed = result.safeParse(answer.data.result)
  if (!parsed.success) throw malformed('a result of another shape')
  return parsed.data
}

/**
 * The node behind an endpoint. Create it once per endpoint, because it remembers the genesis hash: no call reaches an
 * endpoint that serves another chain. A call has ten seconds; a read is retried once if the connection failed.
 * Redirects are not followed. Throws SolanaRpcError.
 */
export const createSolanaRpc = (options: SolanaRpcOptions): SolanaRpc => {
  const { url, timeoutMs = 10_000, maxBytes = 5 * 1024 * 1024, recheckMs = 600_000 } = options
  const endpoint: Endpoint = { url: new URL(url), ...hidden(new URL(url)), timeoutMs, maxBytes }
  let ids = 0
  let expected = options.genesisHash
  let checked: { at: number; hash: Promise<string> } | undefined

  const check = async (): Promise<string> => {
    const hash = await callOnce(endpoint, ++ids, 'getGenesisHash', [], z.string().min(32).max(44))
    if (options.acceptChain && hash !== expected) {
      await options.acceptChain(hash)
      expected = hash
    }
    expected ??= hash
    if (hash === expected) return hash
    const message = `${endpoint.host} serves another chain than the one configured for it. Check the server's RPC settings.`
    throw new SolanaRpcError('wrong_chain', message)
  }
  const chain = (): Promise<string> => {
    if (checked && Date.now() - checked.at < recheckMs) return checked.hash
    const mine = { at: Date.now(), hash: check() }
    checked = mine
    // A failure rejects the waiting calls and is not cached.
    mine.hash.catch(() => {
      if (checked === mine) checked = undefined
    })
    return mine.hash
  }
  return {
    host: endpoint.host,
    chain,
    call: async (method, params, result) => {
      await chain()
      return callOnce(endpoint, ++ids, method, params, result)
    },
  }
}

/** URLs contain API keys in paths, queries and user infos, which a node's text may quote. */
const hidden = (url: URL): Pick<Endpoint, 'host' | 'withoutSecrets'> => {
  const parts = [url.username, url.password, ...url.pathname.split('/'), ...url.searchParams.values()]
  const secrets = parts.filter((part) => part.length >= 6)
  const withoutSecrets = (text: string): string =>
    secrets
      .reduce((rest, secret) => rest.replaceAll(secret, '…'), text)
      .slice(0, 200)
      .replaceAll(/[^\x20-\x7e\u2026]/g, '?')
  return { host: url.host, withoutSecrets }
}
