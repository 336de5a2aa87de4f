import { SolanaError } from './errors.ts'

const MAX_U64 = 2n ** 64n - 1n

/**
 * An amount in smallest units (lamports, or a token's), 1 to 2^64 - 1, from plain decimal digits. Sign, point,
 * exponent, space and leading zero are rejected as ambiguous. Throws invalid_amount.
 */
export const parseAmount = (text: string): bigint => {
  if (!/^[1-9]\d{0,19}$/.test(text) || BigInt(text) > MAX_U64) {
    throw new SolanaError(
      'invalid_amount',
      'The amount must be a whole number of smallest units, from 1 to 18446744073709551615, in plain digits.',
    )
  }
  return BigInt(text)
}
