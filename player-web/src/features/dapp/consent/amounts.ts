import { areDecimals, type SolanaAction, type SolanaPreview } from '@openauth/client'
import { formatAmount, shortenAddress } from '../../../lib/format.ts'

/** One balance that a transaction changes. */
export interface Change {
  key: string
  /** Without its sign: `1.5`. */
  amount: string
  /** `SOL`, or the shortened address of the mint. */
  token: string
  /** Whether the amount is in smallest units, because the token's decimals are unknown. */
  isRaw: boolean
  /** Whether the account may belong to somebody else when the transaction is executed. */
  isLoose: boolean
  leaves: boolean
}

/** The amount as a decimal number; in smallest units if the decimals are unknown or too many to show. */
const shown = (units: bigint, decimals: number | null): string =>
  formatAmount(units, areDecimals(decimals) ? decimals : 0)

const sizeOf = (units: bigint): bigint => (units < 0n ? -units : units)

/** What leaves and what enters the wallet in the simulation; SOL includes the fee. */
export const changesOf = ({ lamports, tokens }: Pick<SolanaPreview, 'lamports' | 'tokens'>): Change[] => {
  const sol = { key: 'SOL', mint: undefined, change: lamports, decimals: 9, associated: true }
  const all = [sol, ...tokens.map((token) => ({ ...token, key: token.account }))]
  return all.flatMap(({ key, mint, change, decimals, associated }) => {
    const units = BigInt(change)
    if (units === 0n) return []
    const amount = shown(sizeOf(units), decimals)
    const token = mint === undefined ? 'SOL' : shortenAddress(mint)
    return [{ key, amount, token, isRaw: !areDecimals(decimals), isLoose: !associated, leaves: units < 0n }]
  })
}

/** An action's amount and token as text; undefined for an action without an amount. */
export const amountOf = ({ amount, decimals, token, kind }: SolanaAction): string | undefined => {
  if (amount === null) return undefined
  const isSol = kind === 'sol_transfer' || kind === 'account_creation'
  const unit = isSol ? 'SOL' : token === null ? '' : shortenAddress(token)
  return `${shown(BigInt(amount), decimals)} ${unit}`.trim()
}

/** Whether the amount of an action is in smallest units. */
export const isRawAmount = ({ amount, decimals }: SolanaAction): boolean => amount !== null && !areDecimals(decimals)
