import { type ErrorCode, errors } from '@openauth/client'
import { Problem } from '../../errors.ts'
import { EthereumError, type EthereumErrorCode, EvmRpcError } from '../../lib/ethereum/errors.ts'
import { SolanaError, type SolanaErrorCode, SolanaRpcError } from '../../lib/solana/errors.ts'
import { VaraError, type VaraErrorCode, VaraRpcError } from '../../lib/vara/errors.ts'

const solanaCodes: Partial<Record<SolanaErrorCode, ErrorCode>> = {
  blind_signing: 'blind_signing',
  insufficient_balance: 'insufficient_balance',
  invalid_address: 'invalid_address',
  invalid_amount: 'invalid_amount',
  invalid_transaction: 'invalid_transaction',
  not_a_signer: 'not_a_signer',
  own_address: 'invalid_address',
  account_frozen: 'token_not_supported',
  not_a_mint: 'token_not_supported',
  unknown_mint: 'token_not_supported',
  unsupported_mint: 'token_not_supported',
  unknown_lookup_table: 'transaction_refused',
}

const ethereumCodes: Partial<Record<EthereumErrorCode, ErrorCode>> = {
  fee_too_high: 'fee_too_high',
  insufficient_balance: 'insufficient_balance',
  invalid_address: 'invalid_address',
  invalid_amount: 'invalid_amount',
  not_a_token: 'token_not_supported',
  reverted: 'transaction_refused',
  wrong_chain: 'chain_answer_unusable',
}

const varaCodes: Partial<Record<VaraErrorCode, ErrorCode>> = {
  gas_too_high: 'fee_too_high',
  insufficient_balance: 'insufficient_balance',
  invalid_address: 'invalid_address',
  invalid_id: 'invalid_address',
  invalid_amount: 'invalid_amount',
  invalid_payload: 'invalid_input',
  would_fail: 'transaction_refused',
  wrong_chain: 'chain_answer_unusable',
  unsupported_runtime: 'chain_answer_unusable',
}

/** Clients in the field match the start of these messages; the reason follows it. */
const fixedWords = new Set<ErrorCode>(['insufficient_balance', 'invalid_address', 'invalid_amount'])

/** Creates a refusal whose message contains the reason, because clients in the field display only the message. */
export const refusedBecause = (code: ErrorCode, why: string): Problem =>
  new Problem(code, {
    message: fixedWords.has(code) ? `${errors[code][1]}: ${why}` : why,
    ...(fixedWords.has(code) ? { issues: [{ path: '', message: why }] } : {}),
  })

const ofRpc = ({ kind, message }: SolanaRpcError | EvmRpcError | VaraRpcError): Problem => {
  if (kind === 'timed_out') return new Problem('chain_timeout', { message, retryAfter: 5 })
  if (kind === 'unavailable' || kind === 'rate_limited')
    return new Problem('chain_unavailable', { message, retryAfter: 5 })
  return new Problem('chain_answer_unusable', { message })
}

const codeOf = (error: unknown): ErrorCode | undefined => {
  if (error instanceof SolanaError) return solanaCodes[error.code]
  if (error instanceof EthereumError) return ethereumCodes[error.code]
  return error instanceof VaraError ? varaCodes[error.code] : undefined
}

const problemOf = (error: unknown): unknown => {
  if (error instanceof SolanaRpcError || error instanceof EvmRpcError || error instanceof VaraRpcError)
    return ofRpc(error)
  const code = codeOf(error)
  if (!code) return error
  return refusedBecause(code, (error as Error).message)
}

/** Awaits a call of a chain library and converts its errors to Problems. */
export const withChainErrors = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw problemOf(error)
  }
}
