import type { Dialect } from '../json-rpc/answer.ts'
import { VaraRpcError } from './errors.ts'

/** 429 and -32005 are what proxies use; jsonrpsee, which Substrate nodes answer with, says -32999 of its own limits. */
const isRateLimit = (code: number, message: string): boolean =>
  [429, -32_005, -32_999].includes(code) || (code < 0 && /rate.?limit|too many requests/i.test(message))

/** Substrate puts what happened into `data`. */
const wordsOf = (data: unknown): string | undefined => (typeof data === 'string' ? data : undefined)

export const varaDialect: Dialect = { Failure: VaraRpcError, isRateLimit, wordsOf }
