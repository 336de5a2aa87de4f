import * as z from 'zod'
import { CustodyError, type CustodyErrorCode } from '../errors.ts'
import { EthereumError, type EthereumErrorCode } from '../../lib/ethereum/errors.ts'
import { SolanaError, type SolanaErrorCode } from '../../lib/solana/errors.ts'
import { VaraError, type VaraErrorCode } from '../../lib/vara/errors.ts'

/** An error in the form that the socket carries. */
export const SerializedError = z.object({
  name: z.string(),
  code: z.string(),
  message: z.string(),
  retryAfter: z.number().optional(),
})
export type SerializedError = z.output<typeof SerializedError>

/** Other errors are not transmitted, because their messages may hold secrets. */
export const serializeError = (error: unknown): SerializedError => {
  const known = [CustodyError, SolanaError, EthereumError, VaraError].some((kind) => error instanceof kind)
  if (!known) return { name: 'Error', code: '', message: 'The signer failed; its log has the reason' }
  const { name, code, message, retryAfter } = error as CustodyError
  return { name, code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

/** Restores an error of the original class. */
export const deserializeError = ({ name, code, message, retryAfter }: SerializedError): Error => {
  if (name === 'CustodyError') return new CustodyError(code as CustodyErrorCode, message, { retryAfter })
  if (name === 'SolanaError') return new SolanaError(code as SolanaErrorCode, message)
  if (name === 'EthereumError') return new EthereumError(code as EthereumErrorCode, message)
  if (name === 'VaraError') return new VaraError(code as VaraErrorCode, message)
  return new Error(message)
}
