import type { Dialect } from '../json-rpc/answer.ts'
import { VaraRpcError } from './errors.ts'

/** Proxies use 429 and -32005; jsonrpsee, which Substrate nodes use, reports its own limits as -32999. */
const isRateLimit = (code: number, message: string): boolean =>
  [429, -32_005, -32_999].includes(code) || (code < 0 && /rate.?limit|too many requests/i.test(message))

/** Substrate puts the reason into `data`. */
const wordsOf = (data: unknown): string | undefined => (typeof data === 'string' ? data : undefined)

export const varaDialect: Dialect = { Failure: VaraRpcError, isRateLimit, wordsOf }
