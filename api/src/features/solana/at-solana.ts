import type { ErrorCode } from '@openauth/client'
import type { Deps } from '../../deps.ts'
import { Problem } from '../../errors.ts'
import { SolanaError, type SolanaErrorCode, SolanaRpcError } from '../../lib/solana/errors.ts'
import type { SolanaRpc } from '../../lib/solana/rpc.ts'

const codes: Partial<Record<SolanaErrorCode, ErrorCode>> = {
  blind_signing: 'blind_signing',
  insufficient_balance: 'insufficient_balance',
  invalid_address: 'invalid_address',
  invalid_amount: 'invalid_amount',
  own_address: 'invalid_address',
  account_frozen: 'token_not_supported',
  not_a_mint: 'token_not_supported',
  unknown_mint: 'token_not_supported',
  unsupported_mint: 'token_not_supported',
}

/** Clients in the field show these three as they are; of the others the library's words say more. */
const fixedWords = new Set<ErrorCode>(['insufficient_balance', 'invalid_address', 'invalid_amount'])

const problemOf = (error: unknown): unknown => {
  if (error instanceof SolanaRpcError)
    return error.kind === 'unavailable' || error.kind === 'rate_limited'
      ? new Problem('chain_unavailable', { message: error.message, retryAfter: 5 })
      : new Problem('chain_answer_unusable', { message: error.message })
  const code = error instanceof SolanaError ? codes[error.code] : undefined
  if (!code) return error
  const detail = (error as SolanaError).message
  return new Problem(code, fixedWords.has(code) ? { issues: [{ path: '', message: detail }] } : { message: detail })
}

/** Waits for the library or the chain and tells their failures as refusals of ours. */
export const atSolana = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw problemOf(error)
  }
}

/** The node of an address that is on the server's list; a call never leads anywhere else. Throws `rpc_not_allowed`. */
export const nodeAt = (
  { solana }: Pick<Deps, 'solana'>,
  rpcUrl: string | undefined,
): { url: string; rpc: SolanaRpc } => {
  for (const [url, rpc] of solana)
    if (rpcUrl === undefined || rpcUrl.replace(/\/+$/, '') === url.replace(/\/+$/, '')) return { url, rpc }
  throw new Problem('rpc_not_allowed')
}
