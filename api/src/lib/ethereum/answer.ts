import type { Dialect } from '../json-rpc/answer.ts'
import { EvmRpcError } from './errors.ts'

const RATE_LIMIT = /rate.?limit|too many requests|(request|daily|credits?) limit|compute units|capacity/i

/**
 * Endpoints use 429 and -32005 (EIP-1474), but some use -32005 for too many logs, and contracts may report limits too.
 */
const isRateLimit = (code: number, message: string): boolean => {
  if (code === 429) return true
  if (code === 3 || /revert/i.test(message)) return false
  return RATE_LIMIT.test(message) || (code === -32005 && !/result|range|logs/i.test(message))
}

export const evmDialect: Dialect = { Failure: EvmRpcError, isRateLimit }
