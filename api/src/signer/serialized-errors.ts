import { z } from 'zod'
import { CustodyError, type CustodyErrorCode } from '../lib/custody/errors.ts'
import { EthereumError, type EthereumErrorCode } from '../lib/ethereum/errors.ts'
import { SolanaError, type SolanaErrorCode } from '../lib/solana/errors.ts'
import { VaraError, type VaraErrorCode } from '../lib/vara/errors.ts'

/** An error on its way through the socket. */
export const SerializedError = z.object({
  name: z.string(),
  code: z.string(),
  message: z.string(),
  retryAfter: z.number().optional(),
})
export type SerializedError = z.output<typeof SerializedError>

/** Of other errors nothing crosses: their messages were not written for it. */
export const serializeError = (error: unknown): SerializedError => {
  const known = [CustodyError, SolanaError, EthereumError, VaraError].some((kind) => error instanceof kind)
  if (!known) return { name: 'Error', code: '', message: 'The signer failed; its log tells why' }
  const { name, code, message, retryAfter } = error as CustodyError
  return { name, code, message, ...(retryAfter === undefined ? {} : { retryAfter }) }
}

/** The same error again, of its own class. */
export const deserializeError = ({ name, code, message, retryAfter }: SerializedError): Error => {
  if (name === 'CustodyError') return new CustodyError(code as CustodyErrorCode, message, { retryAfter })
  if (name === 'SolanaError') return new SolanaError(code as SolanaErrorCode, message)
  if (name === 'EthereumError') return new EthereumError(code as EthereumErrorCode, message)
  if (name === 'VaraError') return new VaraError(code as VaraErrorCode, message)
  return new Error(message)
}
