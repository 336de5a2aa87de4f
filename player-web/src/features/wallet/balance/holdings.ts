import type { Balance } from '@openauth/client'

/** A token of the chain, beside its own. */
export interface Holding {
  mint: string
  /** Smallest units. */
  units: bigint
  decimals: number
}

/** What a Solana wallet holds. */
export interface Holdings {
  lamports: bigint
  tokens: Holding[]
}

/** Decimals beyond which a number is no longer one for people; mints have a byte for them, and use 0 to 9. */
const MOST_DECIMALS = 30

/** A whole number in decimal digits, with a minus or not; undefined for all else. */
export const unitsIn = (digits: string | null): bigint | undefined =>
  digits !== null && /^-?\d{1,40}$/.test(digits) ? BigInt(digits) : undefined

/** The server's balances, without those that are none. Throws where the chain's own token is missing. */
export const holdingsOf = (balances: readonly Balance[]): Holdings => {
  const native = balances.find(({ token }) => token === null)
  const lamports = unitsIn(native?.amount ?? null)
  if (lamports === undefined || lamports < 0n) throw new Error('The answer has no balance of SOL')
  const tokens = balances.flatMap(({ token, amount, decimals }) => {
    const units = unitsIn(amount)
    const isReadable = Number.isInteger(decimals) && decimals >= 0 && decimals <= MOST_DECIMALS
    return token !== null && units !== undefined && units > 0n && isReadable ? [{ mint: token, units, decimals }] : []
  })
  return { lamports, tokens }
}
