import type { Dialect, ErrorAnswer } from '../json-rpc/dialect.ts'
import { malformed, VaraError, VaraRpcError } from './errors.ts'
import { isHash } from './hex.ts'

/** Proxies use 429 and -32005; jsonrpsee, which Substrate nodes use, reports its own limits as -32999. */
const isRateLimit = ({ code, message }: ErrorAnswer): boolean =>
  [429, -32_005, -32_999].includes(code) || (code < 0 && /rate.?limit|too many requests/i.test(message))

/** A node accepts a u128 only as a JSON number of any length, which JSON.stringify cannot write. */
const toJson = (value: unknown): string => {
  if (typeof value === 'bigint') return String(value)
  return Array.isArray(value) ? `[${value.map(toJson).join(',')}]` : JSON.stringify(value)
}

/** Endpoints of Vara. Bigints among the parameters of calls are sent as numbers. */
export const varaDialect: Dialect = {
  Failure: VaraRpcError,
  kindOf: (error) => (isRateLimit(error) ? 'rate_limited' : 'refused'),
  // Substrate puts the reason into `data`.
  wordsOf: (data) => (typeof data === 'string' ? data : undefined),
  submits: 'author_submitExtrinsic',
  writeParams: toJson,
  redaction: { minLength: 8, mark: '...' },
  // A block may have 5 MiB, which hex doubles. https://github.com/gear-tech/gear/blob/master/runtime/vara/src/lib.rs
  maxBytes: 12 * 1024 * 1024,
  trustForMs: 300_000,
  readGenesis: async (ask) => {
    const answer = await ask('chain_getBlockHash', [0])
    const seen = typeof answer === 'string' ? answer.toLowerCase() : ''
    if (isHash(seen)) return seen
    throw malformed('chain_getBlockHash')
  },
  wrongChain: (host, seen, expected) => {
    const remedy = 'nothing was signed or sent; check the configured address'
    return new VaraError('wrong_chain', `${host} serves the chain ${seen}, not ${expected}: ${remedy}`)
  },
}
