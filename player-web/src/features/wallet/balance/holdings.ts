import { areDecimals, type Balance, type FiatValue, type TokenMetadata } from '@openauth/client'

/** A token of the chain, beside its own. */
export interface Holding {
  mint: string
  /** Smallest units. */
  units: bigint
  decimals: number
  /** The token's name and symbol; undefined if unknown. */
  metadata?: TokenMetadata
  /** The value of the whole amount, if there is a price. */
  fiat?: FiatValue
}

/** The price of one SOL. */
export interface Price {
  currency: string
  each: number
}

/** What a Solana wallet holds. */
export interface Holdings {
  lamports: bigint
  tokens: Holding[]
  /** Of SOL, if there is a price. */
  price?: Price
}

/** A whole number in decimal digits, with an optional minus; undefined for any other text. */
export const unitsIn = (digits: string | null): bigint | undefined =>
  digits !== null && /^-?\d{1,40}$/.test(digits) ? BigInt(digits) : undefined

const priceOf = (fiat: FiatValue | undefined): Price | undefined => {
  const each = Number(fiat?.price)
  return fiat && Number.isFinite(each) && each >= 0 ? { currency: fiat.currency, each } : undefined
}

/** The server's balances, without unreadable ones. Throws if the chain's own token is missing. */
export const holdingsOf = (balances: readonly Balance[]): Holdings => {
  const native = balances.find(({ token }) => token === null)
  const lamports = unitsIn(native?.amount ?? null)
  if (lamports === undefined || lamports < 0n) throw new Error('The answer has no balance of SOL')
  const tokens = balances.flatMap(({ token, amount, decimals, metadata, fiat }) => {
    const units = unitsIn(amount)
    if (token === null || units === undefined || units <= 0n || !areDecimals(decimals)) return []
    return [{ mint: token, units, decimals, ...(metadata && { metadata }), ...(fiat && { fiat }) }]
  })
  const price = priceOf(native?.fiat)
  return { lamports, tokens, ...(price && { price }) }
}
